import type { ErrorGroup } from "@groundcrew/shared/error-groups";
import { compareVersions } from "@groundcrew/shared/lib";
import { solution } from "@groundcrew/shared/station-errors";
import { z } from "zod";
import { countText } from "../../lib/index.ts";
import { otherOwnerSentence } from "../../ownership/index.ts";

/** The form that resolves groups. */
export type ResolveValues = { solution: string; fixed: string; firmware: string; incidents: boolean };

export const resolveSchema = z
  .object({
    solution,
    fixed: z.enum(["now", "firmware"]),
    firmware: z.string().trim().max(100, "Use at most 100 characters."),
    incidents: z.boolean(),
  })
  .refine(({ fixed, firmware }) => fixed === "now" || firmware !== "", {
    error: "Enter the first firmware with the fix.",
    path: ["firmware"],
  });

type Firmware = { version: string; stations_of_group: number };

/** How errors of firmware before the fix are treated. */
export function fixHelp(firmware: string, known: readonly Firmware[]): string {
  const fixed = firmware.trim();
  const older = known.filter(({ version }) => compareVersions(version, fixed) < 0);
  const stations = older.reduce((sum, { stations_of_group }) => sum + stations_of_group, 0);
  const arrival = "Errors from older firmware are resolved as they arrive, with this solution.";
  if (fixed === "" || known.length === 0) return arrival;
  if (stations === 0) return `${arrival} No station of the group runs an older one.`;
  return `${arrival} ${countText(stations, "station")} of the group still ${stations === 1 ? "runs" : "run"} an older one.`;
}

/** Names the other owners of the groups, who are notified; null without any. */
export function ownersSentence(groups: readonly ErrorGroup[], meId: number | undefined, now: number): string | null {
  const owned = groups.filter(({ owner }) => otherOwnerSentence(owner, { meId, what: "", now }) !== null);
  const [only] = owned;
  if (!only) return null;
  if (groups.length > 1) {
    const named = owned.map(({ id, owner }) => `${owner?.owner ?? ""} has Group ${id}`).join(". ");
    return `${named}. Owners are notified that you resolved it.`;
  }
  const sentence = otherOwnerSentence(only.owner, { meId, what: "this group", now }) ?? "";
  return `${sentence} ${only.owner?.owner ?? ""} is notified that you resolved it.`;
}
