import type { ReadinessReason, ReasonCode, ReasonEffect, RowReadiness } from "../src/readiness/index.ts";

const SINCE = "2026-05-01T08:00:00.000Z";

/** A station's readiness for tests: ready, with five charged batteries. Each test sets only the fields it is about. */
export function sampleReadiness(differences: Partial<RowReadiness> = {}): RowReadiness {
  return {
    state: "ready",
    since: SINCE,
    reasons: [],
    more: 0,
    charged: 5,
    slots: 8,
    next_charged_at: null,
    busy: null,
    ...differences,
  };
}

/** A reason for tests. */
export function sampleReason(
  code: ReasonCode,
  effect: ReasonEffect,
  differences: Partial<ReadinessReason> = {},
): ReadinessReason {
  return { code, effect, since: SINCE, args: {}, ...differences };
}
