import type { Fault } from "@groundcrew/simulator/model";
import { DAY_MS, HOUR_MS, MINUTE_MS, WEEK_MS } from "@groundcrew/shared/lib";

/** How a station differs from an ordinary one. */
export type Role = {
  link?: "flapping" | "offline";
  faults?: readonly Fault[];
  /** How long ago it was last active. Not used together with `never`. */
  awayMs?: number;
  never?: boolean;
  mocked?: boolean;
  telemetryOff?: boolean;
  retired?: boolean;
  swapsPerDay?: number;
  /** Swaps before the history begins; otherwise derived from the station's age. */
  swapsBefore?: number;
  /** The number of its unresolved errors. */
  unresolved?: number;
};

const ROLES_OF = 60;

// Distributed so that every organization and type has some of each, and the first three stations are ordinary.
const ROLES: Readonly<Record<number, Role>> = {
  3: { faults: ["hot"], unresolved: 12 },
  5: { swapsPerDay: 90, swapsBefore: 71_208, unresolved: 37 },
  7: { faults: ["camera_missing"], unresolved: 3 },
  8: { faults: ["warn"], unresolved: 104 },
  10: { link: "flapping", unresolved: 1 },
  13: { link: "offline", awayMs: 3.2 * DAY_MS, unresolved: 2 },
  16: { faults: ["battery"], unresolved: 4 },
  19: { link: "offline", awayMs: 7 * WEEK_MS },
  21: { mocked: true },
  24: { faults: ["hexboard_missing"], swapsPerDay: 0, swapsBefore: 6_412, unresolved: 6 },
  26: { link: "offline", awayMs: 6.3 * HOUR_MS },
  29: { telemetryOff: true, never: true },
  31: { faults: ["wrong_type"] },
  34: { swapsPerDay: 150, swapsBefore: 121_907 },
  37: { link: "flapping" },
  40: { faults: ["camera_missing"], unresolved: 1 },
  42: { link: "offline", never: true },
  44: { faults: ["door_unknown"], unresolved: 2 },
  47: { link: "offline", retired: true, awayMs: 12 * WEEK_MS },
  50: { link: "offline", awayMs: 22 * MINUTE_MS },
  52: { faults: ["warn"] },
  53: { mocked: true, unresolved: 9 },
  55: { link: "offline", awayMs: 16 * DAY_MS, unresolved: 1 },
  57: { faults: ["hot", "camera_missing"], unresolved: 19 },
};

/** The role of the demo station at an index of the fleet; most stations have an empty one. */
export function roleOf(index: number): Role {
  return ROLES[index % ROLES_OF] ?? {};
}
