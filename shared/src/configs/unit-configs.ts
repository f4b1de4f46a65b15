import type { StationType } from "../telemetry/index.ts";

/** Unit configs of an atlas station from after the first to before the second number are not used. */
const ATLAS_UNUSED = { after: 83, before: 127 } as const;

/**
 * Whether a unit config of a station type means anything (specification, section 5, "Atlas unit config"). Numbers count
 * from 1; other types use all of theirs.
 */
export function isUsedUnitConfig(type: StationType, number: number): boolean {
  if (!Number.isInteger(number) || number < 1) return false;
  return type !== "atlas" || number <= ATLAS_UNUSED.after || number >= ATLAS_UNUSED.before;
}

/** How a unit config is numbered on screen. */
export function unitConfigName(number: number): string {
  return `UC ${number}`;
}

/** Whether the box of a unit config is checked: checked means that its value is false. */
export function isUnitConfigChecked(value: boolean): boolean {
  return !value;
}

/** Header titles of this many characters or more are cut, to the second number of characters and an ellipsis. */
const TITLE_CUT = { from: 15, to: 12 } as const;

/** The title of a unit config as a column header shows it (section 2, "Station Config table"). */
export function cutTitle(title: string): string {
  return title.length >= TITLE_CUT.from ? `${title.slice(0, TITLE_CUT.to)}…` : title;
}
