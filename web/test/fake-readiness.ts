import { HOUR_MS } from "@groundcrew/shared/lib";
import {
  endIgnoredReason,
  getReadinessRules,
  getStationReadiness,
  ignoreReadinessReason,
  previewReadinessRules,
  saveReadinessRules,
  type HistoryDay,
  type HistoryEntry,
  type SavedReadinessRules,
  type StationReadinessNow,
  type StoredIgnoredReason,
} from "@groundcrew/shared/readiness";
import type { SwapCounts } from "@groundcrew/shared/swap-attempts";
import { sampleReadiness } from "../../shared/test/sample-readiness.ts";
import { Rejection, type FakeServer } from "./fake-server.ts";

/** The whole readiness of a station: ready unless there are differences. */
export function readinessNow(differences: Partial<StationReadinessNow> = {}): StationReadinessNow {
  const { more: _, ...row } = sampleReadiness();
  return { ...row, not_checked: [], needed: 1, expected: [], ...differences };
}

/** Changes in a reply. */
const HISTORY_PAGE = 50;

type State = {
  readiness: StationReadinessNow | null;
  ignored: StoredIgnoredReason[];
  /** Its history, newest first. */
  entries: HistoryEntry[];
  days: HistoryDay[];
  swaps: SwapCounts;
  /** The ranges of which the history was requested. */
  ranges: { from: string; to: string | undefined }[];
  rules: SavedReadinessRules[];
  /** Rules of which a preview was requested. */
  drafts: unknown[];
};

/** Serves a station's readiness, whose reasons can be ignored, and rules, which can be saved. */
export function serveReadiness(server: FakeServer, initial: Partial<State> = {}): State {
  const state: State = {
    readiness: readinessNow(),
    ignored: [],
    entries: [{ from: new Date(Date.now() - HOUR_MS).toISOString(), until: null, kind: "ready", reasons: [] }],
    days: [],
    swaps: { succeeded: 0, with_errors: 0, failed: 0 },
    ranges: [],
    rules: [],
    drafts: [],
    ...initial,
  };
  serveHistory(server, state);
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
  serveRules(server, state);
  return state;
}

function serveHistory(server: FakeServer, state: State): void {
  server.on(getStationReadiness, async ({ query: { from, to } }) => {
    const { readiness, ignored } = state;
    const evaluated = new Date().toISOString();
    if (from === undefined)
      return { status: 200 as const, body: { readiness, evaluated, ignored, history: null, next: null } };
    state.ranges.push({ from, to });
    const { entries, days, swaps } = state;
    const found = entries.filter((entry) => entry.from >= from && (to === undefined || entry.from < to));
    const changes = found.slice(0, HISTORY_PAGE);
    const next = found.length > HISTORY_PAGE ? (changes.at(-1)?.from ?? null) : null;
    return { status: 200 as const, body: { readiness, evaluated, ignored, history: { changes, days, swaps }, next } };
  });
}

function serveRules(server: FakeServer, state: State): void {
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
}
