import type { ErrorGroupDetails } from "@groundcrew/shared/error-groups";
import { DAY_MS } from "@groundcrew/shared/lib";

/** A firmware and the day of its first error, counted from the first of the days. */
type FirmwareDay = { version: string; day: number };

/** The firmware that was last to have its first error, if there was another one before and it was in the last days. */
export function newestFirmware(
  { firmwares, days30 }: Pick<ErrorGroupDetails, "firmwares" | "days30">,
  now: number,
): FirmwareDay | null {
  const newest = firmwares.at(-1);
  if (newest === undefined || firmwares.length < 2) return null;
  const daysAgo = Math.floor(now / DAY_MS) - Math.floor(Date.parse(newest.first_seen) / DAY_MS);
  const day = days30.length - 1 - daysAgo;
  return day < 0 || day >= days30.length ? null : { version: newest.value, day };
}
