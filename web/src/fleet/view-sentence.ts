import { timeWindowLabels } from "@groundcrew/shared/lib";
import {
  defaultViewSettings,
  stationGroupLabels,
  stationSortLabels,
  type ViewSettings,
} from "@groundcrew/shared/stations";
import { countText } from "../lib/index.ts";

type View = Pick<ViewSettings, "sort" | "sortInvert" | "group" | "time">;

/** How many stations are listed and in what way, for a screen reader: settings that are not the usual ones are named. */
export function viewSentence(count: number, { sort, sortInvert, group, time }: View): string {
  const usual = defaultViewSettings;
  return [
    countText(count, "station"),
    sort === usual.sort ? null : `sorted by ${stationSortLabels[sort]}`,
    sortInvert === usual.sortInvert ? null : "sort order reversed",
    group === usual.group ? null : `grouped by ${stationGroupLabels[group]}`,
    time === usual.time ? null : `time: ${timeWindowLabels[time]}`,
  ]
    .filter((part) => part !== null)
    .join(", ");
}
