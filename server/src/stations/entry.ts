import { hash } from "node:crypto";
import { isLinkUp } from "@groundcrew/shared/link";
import {
  isSameWithoutVolatile,
  rowText,
  rowTextOfFacts,
  statePart,
  telemetryPart,
  type RowOptions,
  type RowParts,
  NO_STATE,
  type StationFacts,
  type BoardState,
} from "./row-text.ts";

/** A station on the board. An entry never changes; a change of its station makes another one. */
export type Entry = {
  name: string;
  facts: StationFacts;
  state: BoardState;
  isUp: boolean;
  parts: RowParts;
};

/** What differs between two entries of a station: nothing, only volatile fields, something only admins see, or something else. */
export type Difference = "none" | "volatile" | "admins" | "everyone";

export function newEntry(facts: StationFacts): Entry {
  const parts = { ...rowTextOfFacts(facts), state: statePart(NO_STATE, false), telemetry: telemetryPart(null) };
  return { name: facts.name, facts, state: NO_STATE, isUp: false, parts };
}

export function withFacts(entry: Entry, facts: StationFacts): Entry {
  return { ...entry, facts, parts: { ...entry.parts, ...rowTextOfFacts(facts) } };
}

/** Returns the entry with a newer state, and a newer summary of its snapshot unless that is omitted. */
export function withState(
  entry: Entry,
  { state, summary }: { state: BoardState; summary?: string | null | undefined },
  now: number,
): Entry {
  const isUp = isLinkUp(state, now);
  const telemetry = summary === undefined ? entry.parts.telemetry : telemetryPart(summary);
  return { ...entry, state, isUp, parts: { ...entry.parts, state: statePart(state, isUp), telemetry } };
}

const SHARED_FACTS = ["facts", "support", "config", "ssot"] as const;
const ADMIN_FACTS = ["supportForAdmins", "ssotForAdmins", "replaceables", "lastEdit"] as const;

export function differenceOf({ parts: before }: Entry, { parts: after }: Entry): Difference {
  const isStateSame = isSameWithoutVolatile(before.state, after.state);
  const isTelemetrySame = isSameWithoutVolatile(before.telemetry, after.telemetry);
  if (!isStateSame || !isTelemetrySame || SHARED_FACTS.some((part) => before[part] !== after[part])) return "everyone";
  if (ADMIN_FACTS.some((part) => before[part] !== after[part])) return "admins";
  return before.state === after.state && before.telemetry === after.telemetry ? "none" : "volatile";
}

/** The JSON of a station's row, for admins or for everyone. */
export function rowOf(entry: Entry, options: RowOptions, isAdmin: boolean): string {
  const { name, parts } = entry;
  return rowText({ name, rev: revisionOf(entry, isAdmin), parts }, options, isAdmin);
}

const revisions = new WeakMap<Entry, { shared: number; admin: number }>();

/**
 * The revision of a station's row, as everyone sees it or with the additional fields of admins. It is a hash of the row, not a counter, so
 * all servers compute the same one and a restart changes none. 48 bits, so that it is an exact number.
 */
export function revisionOf(entry: Entry, isAdmin: boolean): number {
  const known = revisions.get(entry) ?? computeRevisions(entry);
  revisions.set(entry, known);
  return isAdmin ? known.admin : known.shared;
}

function computeRevisions({ parts }: Entry): { shared: number; admin: number } {
  const { facts, state, support, telemetry, config, ssot } = parts;
  const shared = digest([facts, state, support, telemetry, config, ssot].join("\n"));
  return { shared, admin: digest([shared, ...ADMIN_FACTS.map((part) => parts[part])].join("\n")) };
}

function digest(text: string): number {
  return Number.parseInt(hash("sha1", text, "hex").slice(0, 12), 16);
}
