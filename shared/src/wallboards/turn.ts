import { DAY_MS, MINUTE_MS, SECOND_MS, type Timestamp } from "../lib/index.ts";
import { wallPage, type WallPage } from "./wallboard.ts";

/** How long the first page is shown after a station has become not ready (ms). */
export const NEW_NOT_READY_MS = 30 * SECOND_MS;
/** How old the data of a wallboard may be before it says so (ms). */
export const LOST_AFTER_MS = 2 * MINUTE_MS;
/** The days before its end from which a wallboard says how many are left. */
const LAST_DAYS = 7;

type Turning = {
  pages: readonly WallPage[];
  turn_s: number;
  /** When a station was last seen to have become not ready (ms); null for never. */
  notReadyAt: number | null;
};

/** The page that is shown at a time (ms). Wallboards with the same pages turn together. */
export function pageAt({ pages, turn_s, notReadyAt }: Turning, now: number): WallPage {
  if (notReadyAt !== null && now - notReadyAt < NEW_NOT_READY_MS) return "now";
  const shown = wallPage.options.filter((page) => pages.includes(page));
  return shown[Math.floor(now / (turn_s * SECOND_MS)) % shown.length] ?? "now";
}

/** How many stations are not ready, and since when the reason of the last one of them is true; null for none. */
type NotReady = { count: number; newest: Timestamp | null };

/** True if a station has become not ready: one whose reason is newer, or one more, since a reason may have held for a while before it counts. */
export function hasNew({ count, newest }: NotReady, before: NotReady): boolean {
  return count > before.count || (newest !== null && (before.newest === null || newest > before.newest));
}

/** How many days a wallboard is still shown, the last one included; null while there are more than a week. */
export function daysLeft(ends: Timestamp, now: number): number | null {
  const days = Math.max(1, Math.ceil((Date.parse(ends) - now) / DAY_MS));
  return days > LAST_DAYS ? null : days;
}
