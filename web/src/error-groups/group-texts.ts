import {
  MOSTLY_SHARE,
  type ErrorGroup,
  type ErrorGroupState,
  type GroupArchive,
} from "@groundcrew/shared/error-groups";
import { ownValue } from "@groundcrew/shared/lib";
import { stationTypeLabels } from "@groundcrew/shared/telemetry";
import { agoText, countText, momentText, wholeNumber } from "../lib/index.ts";

/** The name of each state. */
export const groupStateLabels: Record<ErrorGroupState, string> = {
  new: "New",
  ongoing: "Ongoing",
  escalating: "Escalating",
  regressed: "Regressed",
  archived: "Archived",
  resolved: "Resolved",
};

/** A piece of a title: words, or the name of a placeholder. `start` is where it begins in the title. */
export type TitlePart = { kind: "words" | "placeholder"; text: string; start: number };

/** A group's title, split at its placeholders such as `<n>`. */
export function titleParts(title: string): TitlePart[] {
  const parts: TitlePart[] = [];
  let start = 0;
  for (const text of title.split(/(<(?:url|id|mac|time|ip|path|text|n)>)/)) {
    const isPlaceholder = parts.length % 2 === 1;
    parts.push(
      isPlaceholder ? { kind: "placeholder", text: text.slice(1, -1), start } : { kind: "words", text, start },
    );
    start += text.length;
  }
  return parts.filter(({ text }) => text !== "");
}

/** The firmware of most errors of a group: `mostly 1.4.3`, or `1.4.3 only` when all have it; null when none stands out. */
export function firmwareText(firmware: ErrorGroup["firmware"]): string | null {
  if (firmware === null || firmware.share < MOSTLY_SHARE) return null;
  return firmware.share < 1 ? `mostly ${firmware.version}` : `${firmware.version} only`;
}

/** From this many times as many errors as yesterday, and this many more, a row says so. */
const SURGE = { times: 3, more: 10 } as const;

/** How many times as many errors there are today as yesterday: `4× yesterday`; null when it is not many more. */
export function surgeText(days: readonly number[]): string | null {
  const [yesterday = 0, today = 0] = days.slice(-2);
  if (yesterday === 0 || today < SURGE.times * yesterday || today - yesterday < SURGE.more) return null;
  return `${Math.floor(today / yesterday)}× yesterday`;
}

/** The errors of each UTC day, today last: `Errors a day (UTC): 9, 31, 129 so far today`. */
export function daysSentence(days: readonly number[]): string {
  return `Errors a day (UTC): ${days.map(wholeNumber).join(", ")} so far today`;
}

/** The type of the stations of a group: `Atlas`, or `All types` if there are several. */
export function stationTypeText(type: ErrorGroup["station_type"]): string {
  return type === null ? "All types" : (ownValue(stationTypeLabels, type) ?? type);
}

/** Details of a group's state: who resolved it, or when it is unarchived. Null for other states. */
export function stateNote({ state, resolution, archive }: ErrorGroup, now: number): string | null {
  if (archive !== null && state === "archived") return `until ${untilText(archive)} · ${archive.by}: ${archive.why}`;
  if (resolution === null || (state !== "regressed" && state !== "resolved")) return null;
  return `resolved ${agoText(now - Date.parse(resolution.at))} by ${resolution.by}`;
}

/** When a group is unarchived: at a time, after more errors or stations, or with newer firmware. */
function untilText({ until, errors, stations, newer_than }: GroupArchive): string {
  if (errors !== null) return countText(errors, "more error");
  if (stations !== null) return countText(stations, "more station");
  if (newer_than !== null) return `firmware newer than ${newer_than}`;
  return until === null ? "changed" : momentText(until);
}

/** How far a resolution has come that runs on: `Resolving 12,400 of 61,000`. */
export function resolvingText({ done, errors }: NonNullable<ErrorGroup["resolving"]>): string {
  return `Resolving ${wholeNumber(done)} of ${wholeNumber(errors)}`;
}
