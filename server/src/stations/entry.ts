import { hash } from "node:crypto";
import { isLinkUp } from "@groundcrew/shared/link";
import {
  readingsIn,
  rowText,
  rowTextOfFacts,
  statePart,
  telemetryPart,
  type RowOptions,
  type RowParts,
  type StationReadings,
  NO_STATE,
  type StationFacts,
  type BoardState,
  withoutSeen,
  withoutVolatile,
} from "./row-text.ts";

/** The facts that decide which lists a station is in. All others are only in its parts, because they are most of a board's memory. */
export type ListFacts = Pick<StationFacts, "org_id" | "retired">;

/**
 * A station on the board. An entry never changes, except that its report is filled in; a change of its station makes another one.
 * `contentHashes` are those of the parts with volatile fields, without them.
 */
export type Entry = {
  name: string;
  facts: ListFacts;
  state: BoardState;
  isUp: boolean;
  parts: RowParts;
  contentHashes: { state: number; telemetry: number };
  /** Kept by `reportOf`, which is called for the whole fleet: a lookup in a `WeakMap` for each entry is slower. */
  report: Report | null;
};

/** What a station last reported; its times of contact in ms. */
export type Report = StationReadings & { active: number | null; online: number | null; telemetry: number | null };

/**
 * What differs between two entries of a station: nothing, only volatile fields, something else that it reports about itself, something only
 * admins see, or anything else.
 */
export type Difference = "none" | "volatile" | "telemetry" | "admins" | "everyone";

export function newEntry(facts: StationFacts): Entry {
  const parts = { ...rowTextOfFacts(facts), state: statePart(NO_STATE, false), telemetry: telemetryPart(null) };
  const contentHashes = { state: contentHash(parts.state), telemetry: contentHash(parts.telemetry) };
  return {
    name: facts.name,
    facts: listFacts(facts),
    state: NO_STATE,
    isUp: false,
    parts,
    contentHashes,
    report: null,
  };
}

export function withFacts(entry: Entry, facts: StationFacts): Entry {
  return { ...entry, facts: listFacts(facts), parts: { ...entry.parts, ...rowTextOfFacts(facts) } };
}

function listFacts({ org_id, retired }: StationFacts): ListFacts {
  return { org_id, retired };
}

/** Returns the entry with a newer state, and a newer summary of its snapshot unless that is omitted. */
export function withState(
  entry: Entry,
  { state, summary }: { state: BoardState; summary?: string | null | undefined },
  now: number,
): Entry {
  const isUp = isLinkUp(state, now);
  const parts = { ...entry.parts, state: statePart(state, isUp) };
  const contentHashes = { ...entry.contentHashes, state: contentHash(parts.state) };
  const changed = { ...entry, state, isUp, parts, contentHashes, report: null };
  if (summary === undefined) return changed;
  parts.telemetry = telemetryPart(summary);
  contentHashes.telemetry = contentHash(parts.telemetry);
  return changed;
}

export function reportOf(entry: Entry): Report {
  entry.report ??= reportIn(entry);
  return entry.report;
}

function reportIn({ state, parts }: Entry): Report {
  const active = timeOf(state.last_active);
  // Usually all three are the same, and parsing a time is slow.
  const time = (text: string | null) => (text === state.last_active ? active : timeOf(text));
  return {
    active,
    online: time(state.last_online),
    telemetry: time(state.last_telemetry),
    ...readingsIn(parts.telemetry),
  };
}

function timeOf(time: string | null): number | null {
  return time === null ? null : Date.parse(time);
}

const SHARED_FACTS = ["facts", "maintenance", "support", "ssot"] as const;
const ADMIN_FACTS = ["maintenanceForAdmins", "incidents", "ssotAuthor", "replaceables", "lastEdit"] as const;

export function differenceOf(one: Entry, other: Entry): Difference {
  const { parts: before, contentHashes: hash } = one;
  const { parts: after, contentHashes: nextHash } = other;
  if (hash.state !== nextHash.state || SHARED_FACTS.some((part) => before[part] !== after[part])) return "everyone";
  const isSameConfig = before.config === after.config;
  if (!isSameConfig && withoutSeen(before.config) !== withoutSeen(after.config)) return "everyone";
  if (hash.telemetry !== nextHash.telemetry) return "telemetry";
  if (ADMIN_FACTS.some((part) => before[part] !== after[part])) return "admins";
  return before.state === after.state && before.telemetry === after.telemetry && isSameConfig ? "none" : "volatile";
}

/** The JSON of a station's row, for admins or for everyone. */
export function rowOf(entry: Entry, options: RowOptions, isAdmin: boolean): string {
  const { name, parts } = entry;
  return rowText({ name, rev: revisionOf(entry, isAdmin), parts }, options, isAdmin);
}

/** A tag of all that a station's row shows now; the version of its state stands for the volatile fields that it reports. */
export function tagOf(entry: Entry, isAdmin: boolean): string {
  return [revisionOf(entry, isAdmin), entry.state.version, digest(entry.parts.config)].join(".");
}

type Revisions = { shared: number; admin: number };

/** Revisions of facts, by an object that stays the same until something in them may have changed. */
const factRevisions = new WeakMap<ListFacts, Revisions>();

/**
 * The revision of a station's row without volatile fields, as everyone sees it or with the additional fields of admins. It is a hash, not a
 * counter, so all servers compute the same one and a restart changes none.
 */
export function revisionOf({ facts, parts, contentHashes }: Entry, isAdmin: boolean): number {
  const known = factRevisions.get(facts) ?? revisionsOfFacts(parts);
  factRevisions.set(facts, known);
  return digest([isAdmin ? known.admin : known.shared, contentHashes.state, contentHashes.telemetry].join());
}

function revisionsOfFacts(parts: RowParts): Revisions {
  const shared = digest([...SHARED_FACTS.map((part) => parts[part]), withoutSeen(parts.config)].join("\n"));
  return { shared, admin: digest([shared, ...ADMIN_FACTS.map((part) => parts[part])].join("\n")) };
}

function contentHash(part: string): number {
  return digest(withoutVolatile(part));
}

/** 48 bits, so that it is an exact number. */
function digest(text: string): number {
  return Number.parseInt(hash("sha1", text, "hex").slice(0, 12), 16);
}
