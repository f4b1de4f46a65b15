import { truncate } from "../lib/index.ts";
import type { StationType } from "../telemetry/index.ts";

/** Atlas stations do not use the unit configs between these two numbers. */
const ATLAS_UNUSED = { after: 83, before: 127 } as const;

/**
 * Whether a station type uses a unit config (specification, section 5, "Atlas unit config"). `number` counts from 1; types other than atlas
 * use all of them.
 */
export function isUsedUnitConfig(type: StationType, number: number): boolean {
  if (!Number.isInteger(number) || number < 1) return false;
  return type !== "atlas" || number <= ATLAS_UNUSED.after || number >= ATLAS_UNUSED.before;
}

/** The short name of a unit config on screen, such as `UC 4`. */
export function unitConfigName(number: number): string {
  return `UC ${number}`;
}

/** Whether the checkbox of a unit config is checked: it is when the value is false. */
export function isUnitConfigChecked(value: boolean): boolean {
  return !value;
}

/** Header titles of at least `from` characters are cut to `to` characters and an ellipsis. */
const TITLE_CUT = { from: 15, to: 12 } as const;

/** A unit config's title as its column header shows it (section 2, "Station Config table"). */
export function shortenTitle(title: string): string {
  return title.length >= TITLE_CUT.from ? `${truncate(title, TITLE_CUT.to)}…` : title;
}
