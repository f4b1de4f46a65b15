import { z } from "zod";
import { csvFile, endpoint } from "../contract/index.ts";
import { DAY_MS, orgId, timeInQuery, timestamp } from "../lib/index.ts";
import { stationName, stationType } from "../telemetry/index.ts";
import { READINESS_KEPT_DAYS, readinessHistory } from "./history/index.ts";
import { ignoredReason, newIgnoredReason } from "./ignored.ts";
import { READINESS_FIELDS, readinessReason, readinessState, reasonCode, rowReadiness } from "./readiness.ts";
import { readinessRuleName } from "./rule-names.ts";
import { readinessRules } from "./rules.ts";

/**
 * The stations that rules are for: all of a type, those of the type in an organization, or one station, whose type is given too. Not both an
 * organization and a station.
 */
const rulesSubject = {
  station_type: stationType,
  org_id: orgId.nullable(),
  station: stationName.nullable(),
};

const oneSubject = {
  test: ({ org_id, station }: { org_id: number | null; station: string | null }) => org_id === null || station === null,
  problem: { error: "Choose an organization or a station, not both.", path: ["station"] },
};

/**
 * Rules that differ from the usual ones, or from those for more stations. `rev` changes with each save. `changed_by` is null for staff whose name
 * the caller may not see.
 */
const savedRules = z.object({
  ...rulesSubject,
  organization: z.string().nullable(),
  /** The description of the station, or its serial number. */
  station_title: z.string().nullable(),
  rules: readinessRules,
  rev: z.int(),
  changed: timestamp,
  changed_by: z.string().nullable(),
});
export type SavedReadinessRules = z.output<typeof savedRules>;

/** Swaps that succeeded while a rule blocked their stations. */
const swapsDespite = z.object({
  station_type: stationType,
  rule: readinessRuleName,
  swaps: z.int(),
  stations: z.int(),
});
export type SwapsDespite = z.output<typeof swapsDespite>;

export const getReadinessRules = endpoint({
  name: "getReadinessRules",
  summary:
    "Rules of readiness that differ from the usual ones: for station types, for organizations and for stations, as far as they are about stations of the caller; at most 1000. `words` are words of `system` that stations report now and that no rule assigns. `despite` are the swaps of the last 30 days that succeeded while a rule blocked their station.",
  method: "GET",
  path: "/api/readiness/rules",
  access: "manager",
  keyScope: null,
  topics: ["readiness"],
  query: z.strictObject({}),
  replies: {
    200: z.object({
      rules: z.array(savedRules),
      words: z.array(z.object({ station_type: stationType, word: z.string(), stations: z.int() })),
      despite: z.array(swapsDespite),
    }),
  },
});

/**
 * Rules to be saved for stations; none that differ remove what was saved. `rev` is the revision that the caller has seen, null for none.
 */
export const newReadinessRules = z
  .strictObject({ ...rulesSubject, rules: readinessRules, rev: z.int().nullable() })
  .refine(oneSubject.test, oneSubject.problem);

export const saveReadinessRules = endpoint({
  name: "saveReadinessRules",
  summary:
    "Replaces the rules of readiness for a station type, an organization or a station. The stations are evaluated at once; what was recorded about their readiness stays as it is. At most 1000 can be saved (409). 412 when someone changed them since the caller's `rev`.",
  method: "PUT",
  path: "/api/readiness/rules",
  access: "admin",
  keyScope: null,
  topics: ["readiness", "station"],
  body: newReadinessRules,
  refusals: [404, 409, 412],
  replies: { 200: z.object({ rev: z.int().nullable() }) },
});

/** Rules that are not saved yet, as JSON text. */
const draftInQuery = z
  .string()
  .max(12_000, "Change fewer rules at once.")
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.issues.push({ code: "custom", input: text, message: "Give JSON." });
      return z.NEVER;
    }
  })
  .pipe(z.strictObject({ ...rulesSubject, rules: readinessRules }).refine(oneSubject.test, oneSubject.problem));

/** Stations whose state changes from one to another. */
const stateChanges = z.object({ from: readinessState, to: readinessState, stations: z.int() });
export type ReadinessStateChanges = z.output<typeof stateChanges>;

export const previewReadinessRules = endpoint({
  name: "previewReadinessRules",
  summary:
    "How many stations would change their state at once if rules were saved: `draft` is the body of `saveReadinessRules` as JSON, without `rev`. `stations` are all that the rules are for.",
  method: "GET",
  path: "/api/readiness/rules/preview",
  access: "admin",
  keyScope: null,
  topics: ["readiness"],
  query: z.strictObject({ draft: draftInQuery }),
  refusals: [404],
  replies: { 200: z.object({ stations: z.int(), changes: z.array(stateChanges) }) },
});

/**
 * The readiness of a station with all its reasons, and what it does not report (`not_checked`). `needed` charged batteries make it more than Not
 * ready. `expected` says when charging batteries will be charged by the last charges of the station type, soonest first; empty while there are too
 * few of them.
 */
const stationReadinessNow = rowReadiness.omit({ more: true }).extend({
  reasons: z.array(readinessReason),
  not_checked: z.array(z.enum(READINESS_FIELDS)),
  needed: z.int(),
  expected: z.array(z.object({ slot: z.int(), at: timestamp })),
});
export type StationReadinessNow = z.output<typeof stationReadinessNow>;

const stationParams = z.object({ station: stationName });

/** The longest range of a history. */
const HISTORY_MS = READINESS_KEPT_DAYS * DAY_MS;

type RangeInQuery = { from?: string | undefined; to?: string | undefined };
const isOrdered = ({ from, to }: RangeInQuery) => from === undefined || to === undefined || from < to;
const isKept = ({ from, to }: RangeInQuery) =>
  from === undefined || to === undefined || Date.parse(to) - Date.parse(from) <= HISTORY_MS;
const notOrdered = { error: "The end is not after the start.", path: ["to"] };
const notKept = { error: `Choose at most ${READINESS_KEPT_DAYS} days.`, path: ["to"] };

const historyQuery = z
  .strictObject({ from: timeInQuery.optional(), to: timeInQuery.optional() })
  .refine(({ from, to }) => to === undefined || from !== undefined, { error: "Give its start too.", path: ["to"] })
  .refine(isOrdered, notOrdered)
  .refine(isKept, notKept);

export const getStationReadiness = endpoint({
  name: "getStationReadiness",
  summary:
    "The readiness of a station with all its reasons; null for a retired station, and until it was evaluated for the first time. `evaluated` is when the server last noted that it evaluates stations, and `ignored` are the reasons that people ignore, by code. With `from`, `history` has the newest 50 changes and all UTC days from then until `to`, at most 400 days, or until now; otherwise it is null. `next` is the `to` with which the changes before them are requested, null if there are none.",
  method: "GET",
  path: "/api/stations/:station/readiness",
  access: "user",
  keyScope: "read_fleet",
  topics: ["station", "readiness"],
  params: stationParams,
  query: historyQuery,
  replies: {
    200: z.object({
      readiness: stationReadinessNow.nullable(),
      evaluated: timestamp.nullable(),
      ignored: z.array(ignoredReason),
      history: readinessHistory.nullable(),
      next: timestamp.nullable(),
    }),
  },
});

export const listReadinessReasons = endpoint({
  name: "listReadinessReasons",
  summary:
    "All reasons, worst first, of each station in service that has more than the three in its row; ordered by station.",
  method: "GET",
  path: "/api/readiness/reasons",
  access: "user",
  keyScope: "read_fleet",
  topics: ["station"],
  query: z.strictObject({}),
  replies: {
    200: z.object({ stations: z.array(z.object({ station: stationName, reasons: z.array(readinessReason) })) }),
  },
});

export const downloadReadinessHistory = endpoint({
  name: "downloadReadinessHistory",
  summary:
    "The history of a station's readiness from a time until another one, at most 400 days, as a CSV file: a row for each stretch of time with one state and first reason, newest first.",
  method: "GET",
  path: "/api/stations/:station/readiness/csv",
  access: "user",
  keyScope: null,
  params: stationParams,
  query: z.strictObject({ from: timeInQuery, to: timeInQuery }).refine(isOrdered, notOrdered).refine(isKept, notKept),
  replies: { 200: csvFile },
});

export const ignoreReadinessReason = endpoint({
  name: "ignoreReadinessReason",
  summary:
    "Ignores a reason of a station until a time at most 30 days away: it has no effect, unless it gets worse. A reason that is ignored already is then ignored until the new time. 409 when the station has no such reason now, or one that cannot be ignored.",
  method: "POST",
  path: "/api/stations/:station/readiness/ignored",
  access: "manager",
  keyScope: null,
  topics: ["readiness", "station"],
  idempotencyKey: true,
  params: stationParams,
  body: newIgnoredReason,
  refusals: [409],
  replies: { 201: ignoredReason },
});

export const endIgnoredReason = endpoint({
  name: "endIgnoredReason",
  summary: "Stops ignoring a reason of a station. 404 when it is not ignored.",
  method: "DELETE",
  path: "/api/stations/:station/readiness/ignored",
  access: "manager",
  keyScope: null,
  topics: ["readiness", "station"],
  params: stationParams,
  query: z.strictObject({ code: reasonCode }),
  replies: { 204: z.null() },
});
