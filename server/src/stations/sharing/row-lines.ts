import { z } from "zod";
import type { StateChange } from "../board/board.ts";
import { inAscii } from "../board/row-text.ts";
import { shownState } from "../board/shown-state.ts";
import { areSame, valuesOf, type ContentHashes, type SnapshotSummary } from "../board/snapshot-summary.ts";
import { readChange } from "./state-changes.ts";

/**
 * A written state of a station as a line of ASCII text, so that it can be passed on, and kept until somebody looks at it, without being parsed: what it
 * has of the snapshot, the version, the name, and the change itself as JSON, between tabs.
 */
export type RowLine = { snapshot: SnapshotPart; version: number; name: string; text: string };

/** The whole snapshot, the values of one whose content was in an earlier line, or nothing of it. */
const snapshotPart = z.enum(["whole", "values", "none"]);
type SnapshotPart = z.output<typeof snapshotPart>;
const FIELDS = 4;
/** A longer line is left to the database. */
export const MAX_LINE_BYTES = 524_288;

/** A state that was written, and a newer snapshot; without one it is unchanged. */
export type WrittenState = Omit<StateChange, "summary"> & { summary?: SnapshotSummary | undefined };

/** Writes states as lines. A board that lacks the content of a snapshot, since it has missed a line, has it read. */
export function rowLines(): (written: readonly WrittenState[]) => string[] {
  const sent = new Map<string, ContentHashes>();

  function snapshotFor(name: string, summary: SnapshotSummary | undefined) {
    if (summary === undefined) return { snapshot: "none" as const };
    const last = sent.get(name);
    if (last && areSame(last, summary.hashes)) return { snapshot: "values" as const, summary: valuesOf(summary) };
    sent.set(name, summary.hashes);
    return { snapshot: "whole" as const, summary };
  }

  return (written) =>
    written.map(({ name, state, ...one }) => {
      const { snapshot, summary } = snapshotFor(name, one.summary);
      return [snapshot, state.version, name, inAscii(JSON.stringify({ state: shownState(state), summary }))].join("\t");
    });
}

/** Null for what is no such line. */
export function readLine(text: string): RowLine | null {
  const [part, digits, name = "", json] = text.split("\t", FIELDS);
  const { data: snapshot } = snapshotPart.safeParse(part);
  const version = Number(digits);
  const isLine = json !== undefined && text.length <= MAX_LINE_BYTES && Number.isSafeInteger(version);
  return isLine && snapshot !== undefined ? { snapshot, version, name, text } : null;
}

/** The change in a line; null if it cannot be read, or is another than the line says. */
export function changeIn({ snapshot, version, name, text }: RowLine): StateChange | null {
  const change = readChange(text.slice(text.lastIndexOf("\t") + 1));
  if (change === null || change.state.version !== version || partOf(change) !== snapshot) return null;
  return { name, ...change };
}

function partOf({ summary }: Pick<StateChange, "summary">): SnapshotPart {
  if (!summary) return "none";
  return "template" in summary ? "whole" : "values";
}
