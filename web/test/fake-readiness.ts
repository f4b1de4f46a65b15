import {
  endIgnoredReason,
  getReadinessRules,
  getStationReadiness,
  ignoreReadinessReason,
  previewReadinessRules,
  saveReadinessRules,
  type SavedReadinessRules,
  type StationReadinessNow,
  type StoredIgnoredReason,
} from "@groundcrew/shared/readiness";
import { sampleReadiness } from "../../shared/test/sample-readiness.ts";
import { Rejection, type FakeServer } from "./fake-server.ts";

/** The whole readiness of a station: ready unless there are differences. */
export function readinessNow(differences: Partial<StationReadinessNow> = {}): StationReadinessNow {
  const { more: _, ...row } = sampleReadiness();
  return { ...row, not_checked: [], needed: 1, expected: [], ...differences };
}

type State = {
  readiness: StationReadinessNow | null;
  ignored: StoredIgnoredReason[];
  rules: SavedReadinessRules[];
  /** Rules of which a preview was requested. */
  drafts: unknown[];
};

/** Serves a station's readiness, whose reasons can be ignored, and rules, which can be saved. */
export function serveReadiness(server: FakeServer, initial: Partial<State> = {}): State {
  const state: State = { readiness: readinessNow(), ignored: [], rules: [], drafts: [], ...initial };
  server.on(getStationReadiness, async () => ({
    status: 200 as const,
    body: {
      readiness: state.readiness,
      evaluated: new Date().toISOString(),
      ignored: state.ignored,
      history: null,
      next: null,
    },
  }));
  server.on(ignoreReadinessReason, async ({ body: { code, until, why } }) => {
    const ignored = {
      code,
      until,
      why,
      effect: "block" as const,
      by: "Kari Nilsen",
      created: new Date().toISOString(),
    };
    state.ignored = [...state.ignored.filter((one) => one.code !== code), ignored];
    state.readiness = state.readiness && {
      ...state.readiness,
      reasons: state.readiness.reasons.map((reason) =>
        reason.code === code ? { ...reason, effect: "info", args: { ...reason.args, ignored_until: until } } : reason,
      ),
    };
    return { status: 201 as const, body: ignored };
  });
  server.on(endIgnoredReason, async ({ query: { code } }) => {
    state.ignored = state.ignored.filter((one) => one.code !== code);
    return { status: 204 as const, body: null };
  });
  server.on(getReadinessRules, async () => ({
    status: 200 as const,
    body: {
      rules: state.rules,
      words: [{ station_type: "atlas" as const, word: "PARKED", stations: 3 }],
      despite: [{ station_type: "atlas" as const, rule: "no_battery" as const, swaps: 12, stations: 3 }],
    },
  }));
  server.on(previewReadinessRules, async ({ query: { draft } }) => {
    state.drafts.push(draft);
    return {
      status: 200 as const,
      body: { stations: 12, changes: [{ from: "ready" as const, to: "limited" as const, stations: 4 }] },
    };
  });
  server.on(saveReadinessRules, async ({ body: { rev, rules, ...subject } }) => {
    const isSubject = (one: SavedReadinessRules) =>
      one.station_type === subject.station_type && one.org_id === subject.org_id && one.station === subject.station;
    const known = state.rules.find(isSubject);
    if ((known?.rev ?? null) !== rev) throw new Rejection(412, "Someone else has changed these rules.");
    const next = (rev ?? 0) + 1;
    const saved = { ...subject, rules, rev: next, organization: null, station_title: null, changed_by: "Kari Nilsen" };
    state.rules = [...state.rules.filter((one) => !isSubject(one)), { ...saved, changed: new Date().toISOString() }];
    return { status: 200 as const, body: { rev: next } };
  });
  return state;
}
