import type { StationType } from "../../telemetry/index.ts";
import type { Readiness, ReadinessReason, ReadinessState, ReasonCode } from "../readiness.ts";
import { groupTitle } from "../reasons/swaps.ts";
import { readinessTitle } from "../text.ts";

/**
 * A change in the history of a station's readiness, and everything that is true from then on. `at` (ms) is when the server found out.
 * `state` is null for a retired station. `cause` is the title of the first reason that has an effect, of which there may be none. `reasons` are all of
 * them.
 */
export type ReadinessChange = {
  station: string;
  at: number;
  org_id: number;
  state: ReadinessState | null;
  cause: string | null;
  reasons: readonly ReadinessReason[];
  maintenance: boolean;
  /** True while the station is connected. */
  link: boolean;
};

/** How long changes are stored. What a day consists of is stored for good. */
export const READINESS_KEPT_DAYS = 400;

type Evaluated = Pick<ReadinessChange, "station" | "at" | "org_id" | "link"> & {
  station_type: StationType;
  /** Null for a retired station. */
  readiness: Readiness | null;
};

/** The change of an evaluated station as history stores it. */
export function readinessChange({ station_type, readiness, ...known }: Evaluated): ReadinessChange {
  const reasons = readiness?.reasons ?? [];
  const [first] = reasons;
  return {
    ...known,
    state: readiness?.state ?? null,
    // A swap has several busy words, which change nothing.
    cause: first === undefined || first.effect === "info" ? null : storedCause(first, station_type),
    reasons,
    maintenance: first?.effect === "maintenance",
  };
}

/** True if history has to store `next` after `before`: its state, first reason, maintenance, link or organization is another one. */
export function isHistoryChange(before: ReadinessChange, next: ReadinessChange): boolean {
  return (
    before.state !== next.state ||
    before.cause !== next.cause ||
    before.maintenance !== next.maintenance ||
    before.link !== next.link ||
    before.org_id !== next.org_id
  );
}

/** The longest title of a cause that is stored. */
const CAUSE_MAX = 80;

/**
 * A first reason as it is stored: its title without the numbers that change while it lasts: "Few charged batteries", where the reason is "1 charged
 * battery". A group is stored without its title, which people can change, and which is not for everyone: it is added when the
 * cause is read.
 */
export function storedCause(reason: ReadinessReason, stationType: StationType): string {
  if (reason.code === "error_group") return `${OF_GROUP}${Number(reason.args["group_id"])}`;
  return (withoutNumbers(reason) ?? readinessTitle(reason, stationType)).slice(0, CAUSE_MAX);
}

const OF_GROUP = "Error of group ";

/** The number of the group that a stored cause is about; null for other causes. */
export function groupOfCause(cause: string): number | null {
  return cause.startsWith(OF_GROUP) ? Number(cause.slice(OF_GROUP.length)) : null;
}

/** A stored cause with the title of its group, as far as it is among these by number: "Gantry belt is torn (Group 118)". */
export function namedCause(cause: string, groupTitles: ReadonlyMap<number, string>): string {
  const group = groupOfCause(cause);
  const title = group === null ? undefined : groupTitles.get(group);
  return group === null || title === undefined ? cause : groupTitle(title, group);
}

/** Titles of reasons whose own titles have numbers or a text of the station. */
const TITLES: Partial<Record<ReasonCode, string>> = {
  swaps_failed: "Swaps failed in a row",
  few_batteries: "Few charged batteries",
  temperature: "Too hot or cold inside",
  charger: "Slots with a battery error",
  camera: "Camera missing",
  job_failed: "Movement job failed",
};

function withoutNumbers({ code, args }: ReadinessReason): string | undefined {
  const isOneSwap = code === "swaps_failed" && args["failed"] === 1;
  return isOneSwap ? undefined : TITLES[code];
}
