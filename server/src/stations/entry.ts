import { hash } from "node:crypto";
import { isLinkUp } from "@groundcrew/shared/link";
import {
  rowTextOfFacts,
  statePart,
  telemetryPart,
  type RowParts,
  NO_STATE,
  type StationFacts,
  type BoardState,
} from "./row-text.ts";

/**
 * A station on the board. `rev` and `adminRev` identify the content of its row, as everyone sees it and with the additional fields of
 * admins.
 */
export type Entry = {
  name: string;
  facts: StationFacts;
  state: BoardState;
  isUp: boolean;
  parts: RowParts;
  rev: number;
  adminRev: number;
};

export function newEntry(facts: StationFacts): Entry {
  const parts = { ...rowTextOfFacts(facts), state: statePart(NO_STATE, false), telemetry: telemetryPart(null) };
  return withRevs({ name: facts.name, facts, state: NO_STATE, isUp: false, parts });
}

export function withFacts(entry: Entry, facts: StationFacts): Entry {
  return withRevs({ ...entry, facts, parts: { ...entry.parts, ...rowTextOfFacts(facts) } });
}

/** Returns the entry with a newer state, and a newer summary of its snapshot unless that is omitted. */
export function withState(
  entry: Entry,
  { state, summary }: { state: BoardState; summary?: string | null | undefined },
  now: number,
): Entry {
  const isUp = isLinkUp(state, now);
  const telemetry = summary === undefined ? entry.parts.telemetry : telemetryPart(summary);
  return withRevs({ ...entry, state, isUp, parts: { ...entry.parts, state: statePart(state, isUp), telemetry } });
}

/**
 * A revision is a hash of the row, not a counter, so all servers compute the same one and a restart changes none. 48 bits, so that it is an
 * exact number.
 */
function withRevs(entry: Omit<Entry, "rev" | "adminRev">): Entry {
  const { facts, state, support, telemetry, config, ssot, supportForAdmins, ssotForAdmins, replaceables, lastEdit } =
    entry.parts;
  const rev = digest([facts, state, support, telemetry, config, ssot].join("\n"));
  return { ...entry, rev, adminRev: digest([rev, supportForAdmins, ssotForAdmins, replaceables, lastEdit].join("\n")) };
}

function digest(text: string): number {
  return Number.parseInt(hash("sha1", text, "hex").slice(0, 12), 16);
}
