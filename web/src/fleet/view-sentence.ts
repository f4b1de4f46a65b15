import { timeWindowLabels } from "@groundcrew/shared/lib";
import {
  defaultSsotViewSettings,
  defaultViewSettings,
  isDescending,
  stationGroupLabels,
  stationSortLabels,
  type ViewSettings,
} from "@groundcrew/shared/stations";
import { countText } from "../lib/index.ts";

type View = Pick<ViewSettings, "sort" | "sortInvert" | "group" | "time">;

/** The number of stations and any setting that is not the default, for a screen reader. */
export function viewSentence(count: number, { sort, sortInvert, group, time }: View): string {
  const defaults = defaultViewSettings;
  return [
    countText(count, "station"),
    isSameOrder({ sort, sortInvert }, defaults) ? null : orderPhrase(orderOf({ sort, sortInvert })),
    group === defaults.group ? null : `grouped by ${stationGroupLabels[group]}`,
    time === defaults.time ? null : `time: ${timeWindowLabels[time]}`,
  ]
    .filter((part) => part !== null)
    .join(", ");
}

type Order = { label: string; isDescending: boolean };

/** The same for a table of stations, which may be sorted by a column heading. */
export function tableSentence(count: number, settings: Sort, heading: Order | null): string {
  const stations = countText(count, "station");
  if (heading === null && isSameOrder(settings, defaultSsotViewSettings)) return stations;
  return `${stations}, ${orderPhrase(heading ?? orderOf(settings))}`;
}

type Sort = Pick<ViewSettings, "sort" | "sortInvert">;

function isSameOrder(one: Sort, other: Sort): boolean {
  return one.sort === other.sort && one.sortInvert === other.sortInvert;
}

function orderOf({ sort, sortInvert }: Sort): Order {
  return { label: stationSortLabels[sort], isDescending: isDescending(sort, sortInvert) };
}

function orderPhrase({ label, isDescending }: Order): string {
  return `sorted by ${label}, ${isDescending ? "descending" : "ascending"}`;
}
