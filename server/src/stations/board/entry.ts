import { isDeepStrictEqual } from "node:util";
import { isLinkUp } from "@groundcrew/shared/link";
import type { StationReadiness } from "@groundcrew/shared/readiness";
import { haystackOf, type Haystack, type SupportMetrics } from "@groundcrew/shared/stations";
import {
  digest,
  incidentsOf,
  NO_STATE,
  readinessPart,
  rowText,
  rowTextOfFacts,
  shownFacts,
  statePart,
  support,
  type BoardState,
  type RowOptions,
  type RowParts,
  type ShownFacts,
  type StationFacts,
  type StoredMaintenance,
} from "./row-text.ts";
import {
  areSame,
  NO_SNAPSHOT,
  textOfSummary,
  withValues,
  type SnapshotFacts,
  type SnapshotSummary,
  type SnapshotValues,
} from "./snapshot-summary.ts";

/**
 * A station on the board: typed records, which everything on the server reads, and the JSON made of them for its row. An entry never changes,
 * except that its report and the JSON of its state and snapshot are filled in when they are needed; a change of its station makes another one. Records stay the same objects until they change.
 */
export type Entry = {
  name: string;
  facts: ShownFacts;
  maintenance: StoredMaintenance | null;
  errors: SupportMetrics;
  /** The same with the open incidents by status, only for admins. */
  errorsForAdmins: SupportMetrics;
  hasConfig: boolean;
  state: BoardState;
  snapshot: SnapshotFacts;
  /** The same object as long as no snapshot differs in more than values. */
  content: Omit<SnapshotSummary, "facts">;
  isUp: boolean;
  /** Null for retired stations, and until it was evaluated for the first time. */
  readiness: StationReadiness | null;
  parts: RowParts;
  hashes: Hashes;
  /** Kept by `reportOf`, which is called for the whole fleet: a lookup in a `WeakMap` for each entry is slower. */
  report: Report | null;
  /** Kept by `stateOf`: every message of a station makes another one, which no list may show. */
  stateText: string | null;
  /** Kept by `telemetryOf`. */
  telemetryText: string | null;
  /** Kept by `haystackIn`, as long as the facts are the same. */
  haystack: Haystack | null;
};

/** Hashes of what a row shows without volatile fields: of facts that everyone sees, of these and what admins see, and of the readiness. */
type Hashes = { shared: number; admin: number; readiness: number };

/** The last report of a station; its times of contact in ms, the currents of its batteries as a JSON array. */
export type Report = Record<"active" | "online" | "telemetry" | "uptime" | "temperature", number | null> & {
  currents: string;
};

/**
 * The difference between two entries of a station: none, only volatile fields, something else that it reports about itself, something only
 * admins see, or anything else.
 */
export type Difference = "none" | "volatile" | "telemetry" | "admins" | "everyone";

const NOT_EVALUATED = digest(readinessPart(null));

export function newEntry(facts: StationFacts): Entry {
  const parts = rowTextOfFacts(facts);
  const { facts: snapshot, ...content } = NO_SNAPSHOT;
  return {
    ...recordsOf(facts),
    name: facts.name,
    state: NO_STATE,
    snapshot,
    content,
    isUp: false,
    readiness: null,
    parts: { ...parts, readiness: readinessPart(null) },
    hashes: { ...hashesOfFacts(facts, parts), readiness: NOT_EVALUATED },
    report: null,
    stateText: null,
    telemetryText: null,
    haystack: null,
  };
}

export function withFacts(entry: Entry, facts: StationFacts): Entry {
  const parts = rowTextOfFacts(facts);
  const records = recordsOf(facts);
  const shown = sameUnlessChanged(entry.facts, records.facts);
  return {
    ...entry,
    facts: shown,
    maintenance: sameUnlessChanged(entry.maintenance, records.maintenance),
    errors: sameUnlessChanged(entry.errors, records.errors),
    errorsForAdmins: sameUnlessChanged(entry.errorsForAdmins, records.errorsForAdmins),
    hasConfig: records.hasConfig,
    parts: { ...entry.parts, ...parts },
    hashes: { ...entry.hashes, ...hashesOfFacts(facts, parts) },
    haystack: shown === entry.facts ? entry.haystack : null,
  };
}

function recordsOf(facts: StationFacts) {
  const { maintenance, config_latest } = facts;
  const errors = support(facts);
  const errorsForAdmins = { ...errors, supportlog: incidentsOf(facts) };
  return { facts: shownFacts(facts), maintenance, errors, errorsForAdmins, hasConfig: config_latest !== null };
}

function sameUnlessChanged<Value>(before: Value, after: Value): Value {
  return isDeepStrictEqual(before, after) ? before : after;
}

export function withState(entry: Entry, state: BoardState, now: number): Entry {
  return { ...entry, state, isUp: isLinkUp(state, now), report: null, stateText: null };
}

/** Returns the entry with a newer snapshot, null for none. */
export function withSnapshot(entry: Entry, summary: SnapshotSummary | null): Entry {
  const { facts, ...own } = summary ?? NO_SNAPSHOT;
  const content = areSame(own.hashes, entry.content.hashes) ? entry.content : own;
  return { ...entry, snapshot: facts, content, telemetryText: null };
}

/** A newer state, and the snapshot or the values that differ from the last one; without both the snapshot is unchanged. */
export type NewState = { state: BoardState; summary?: SnapshotSummary | SnapshotValues | null | undefined };

/** Returns the entry with a newer state; null for the values of a snapshot whose content it lacks. */
export function withNewState(before: Entry, { state, summary }: NewState, now: number): Entry | null {
  const entry = withState(before, state, now);
  if (summary === undefined) return entry;
  if (summary === null || "template" in summary) return withSnapshot(entry, summary);
  if (!areSame(summary.hashes, entry.content.hashes)) return null;
  return { ...entry, snapshot: withValues(entry.snapshot, summary), telemetryText: null };
}

/** Returns the entry with what was evaluated; the same entry if that is the same. */
export function withReadiness(entry: Entry, readiness: StationReadiness | null): Entry {
  if (entry.readiness === readiness) return entry;
  if (entry.readiness?.readiness === readiness?.readiness) return { ...entry, readiness };
  const part = readinessPart(readiness?.readiness ?? null);
  const parts = { ...entry.parts, readiness: part };
  return { ...entry, readiness, parts, hashes: { ...entry.hashes, readiness: digest(part) } };
}

export function reportOf(entry: Entry): Report {
  entry.report ??= newReport(entry);
  return entry.report;
}

/** The searched text of a station. */
export function haystackIn(entry: Entry): Haystack {
  entry.haystack ??= haystackOf(entry.facts);
  return entry.haystack;
}

function newReport({ state, snapshot }: Entry): Report {
  const active = timeOf(state.last_active);
  // Usually all three are the same, and parsing a time is slow.
  const time = (text: string | null) => (text === state.last_active ? active : timeOf(text));
  const { uptime, temperature, currents } = snapshot;
  return {
    active,
    online: time(state.last_online),
    telemetry: time(state.last_telemetry),
    uptime,
    temperature,
    currents: JSON.stringify(currents),
  };
}

function timeOf(time: string | null): number | null {
  return time === null ? null : Date.parse(time);
}

export function differenceOf(one: Entry, other: Entry): Difference {
  const { hashes: before } = one;
  const { hashes: after } = other;
  if (before.shared !== after.shared || before.readiness !== after.readiness || contentOf(one) !== contentOf(other)) {
    return "everyone";
  }
  if (one.content.hashes.shown !== other.content.hashes.shown) return "telemetry";
  if (before.admin !== after.admin) return "admins";
  // Every message makes another version of the state; a birth changes when a configuration was last seen.
  const isSame = one.state.version === other.state.version && one.parts.config === other.parts.config;
  return isSame ? "none" : "volatile";
}

/** The JSON of a station's row, for admins or for everyone. */
export function rowOf(entry: Entry, options: RowOptions, isAdmin: boolean): string {
  const row = { ...textsOf(entry), rev: revisionOf(entry, isAdmin) };
  return rowText(row, options, isAdmin);
}

/** The texts of which a station's row consists. */
export function textsOf(entry: Entry) {
  const { name, parts } = entry;
  return { name, parts, state: stateOf(entry), telemetry: () => telemetryOf(entry) };
}

/** The JSON of a station's state in its row. */
export function stateOf(entry: Entry): string {
  entry.stateText ??= statePart(entry.state, entry.isUp);
  return entry.stateText;
}

/** The JSON of the summary of a station's last snapshot. */
export function telemetryOf(entry: Entry): string {
  entry.telemetryText ??= textOfSummary({ template: entry.content.template, facts: entry.snapshot });
  return entry.telemetryText;
}

/** A tag of all that a station's row shows now; the version of its state stands for the volatile fields that it reports. */
export function tagOf(entry: Entry, isAdmin: boolean): string {
  return [revisionOf(entry, isAdmin), entry.state.version, digest(entry.parts.config)].join(".");
}

/**
 * The revision of a station's row without volatile fields, as everyone sees it or with the additional fields of admins. It is a hash, not a
 * counter, so all servers compute the same one and a restart changes none.
 */
export function revisionOf(entry: Entry, isAdmin: boolean): number {
  const { shared, admin, readiness } = entry.hashes;
  return digest([isAdmin ? admin : shared, contentOf(entry), readiness, entry.content.hashes.shown].join());
}

const SHARED_PARTS = ["facts", "maintenance", "tags", "support", "ssot"] as const;
const ADMIN_PARTS = [
  "maintenanceForAdmins",
  "tagsForAdmins",
  "incidents",
  "ssotAuthor",
  "replaceables",
  "lastEdit",
] as const;

function hashesOfFacts({ config_latest }: StationFacts, parts: ReturnType<typeof rowTextOfFacts>) {
  const shared = digest([...SHARED_PARTS.map((part) => parts[part]), config_latest].join("\n"));
  return { shared, admin: digest([shared, ...ADMIN_PARTS.map((part) => parts[part])].join("\n")) };
}

/** A state without times of contact and the clock, which change with every message; only whether they are known. */
function contentOf({ state, isUp }: Entry): string {
  const { last_active, last_online, last_telemetry, clock_skew_ms } = state;
  const known = [last_active, last_online, last_telemetry, clock_skew_ms].map((value) => Number(value !== null));
  return [state.last_swapped, state.swaps_performed, state.invalid_messages, isUp, ...known].join();
}
