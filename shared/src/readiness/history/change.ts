import type { StationType } from "../../telemetry/index.ts";
import type { ReadinessReason, ReadinessState, ReasonCode } from "../readiness.ts";
import { readinessTitle } from "../text.ts";

/**
 * A change in the history of a station's readiness, and everything that is true from then on. `at` (ms) is when the server found out.
 * `state` is null for a retired station. `reasons` are the first ones, worst first. `link` is true while the station is connected.
 */
export type ReadinessChange = {
  station: string;
  at: number;
  org_id: number;
  state: ReadinessState | null;
  reasons: readonly ReadinessReason[];
  maintenance: boolean;
  link: boolean;
};

/** True if history has to store `next` after `before`: its state, first reason, maintenance, link or organization is another one. */
export function isHistoryChange(before: ReadinessChange, next: ReadinessChange, stationType: StationType): boolean {
  return (
    before.state !== next.state ||
    before.maintenance !== next.maintenance ||
    before.link !== next.link ||
    before.org_id !== next.org_id ||
    causeTitle(before.reasons[0], stationType) !== causeTitle(next.reasons[0], stationType)
  );
}

/** The longest title of a cause. */
const CAUSE_MAX = 80;

/**
 * The title of a first reason in sums of time, without the numbers that change while it lasts: "Few charged batteries", where the reason is
 * "1 charged battery". Null without a reason.
 */
export function causeTitle(reason: ReadinessReason | undefined, stationType: StationType): string | null {
  if (reason === undefined) return null;
  return withoutNumbers(reason) ?? readinessTitle(reason, stationType).slice(0, CAUSE_MAX);
}

/** Titles of reasons whose own titles have numbers. */
const TITLES: Partial<Record<ReasonCode, string>> = {
  swaps_failed: "Swaps failed in a row",
  few_batteries: "Few charged batteries",
  temperature: "Too hot or cold inside",
  charger: "Slots with a battery error",
  camera: "Camera missing",
};

function withoutNumbers({ code, args }: ReadinessReason): string | undefined {
  const isOneSwap = code === "swaps_failed" && args["failed"] === 1;
  return isOneSwap ? undefined : TITLES[code];
}
