import { z } from "zod";
import type { StateChange } from "../board/board.ts";
import { inAscii } from "../board/row-text.ts";
import { shownState } from "../board/shown-state.ts";
import { areSame, valuesOf, type ContentHashes } from "../board/snapshot-summary.ts";
import { readChange } from "./row-messages.ts";

/**
 * A written state of a station as a line of ASCII text, so that it can be passed on, and kept until somebody looks at it, without being parsed: what it
 * has of the snapshot, the version, the name, and the change itself as JSON, between tabs.
 */
export type RowLine = { has: SnapshotPart; version: number; name: string; text: string };

/** All of a snapshot, the values of one whose content was in an earlier line, or nothing of it. */
const snapshotPart = z.enum(["all", "values", "nothing"]);
type SnapshotPart = z.output<typeof snapshotPart>;
const FIELDS = 4;

/** Writes changes as lines. A board that lacks the content of a snapshot, since it has missed a line, has it read. */
export function rowLines(): (changes: readonly StateChange[]) => string[] {
  const sent = new Map<string, ContentHashes>();

  function shortened(change: StateChange): { change: StateChange; has: SnapshotPart } {
    const { name, summary } = change;
    if (summary === undefined) return { change, has: "nothing" };
    if (summary === null || !("template" in summary)) return { change, has: summary === null ? "all" : "values" };
    const last = sent.get(name);
    if (last && areSame(last, summary.hashes))
      return { change: { ...change, summary: valuesOf(summary) }, has: "values" };
    sent.set(name, summary.hashes);
    return { change, has: "all" };
  }

  return (changes) =>
    changes.map((written) => {
      const { change, has } = shortened(written);
      const { name, state, summary } = change;
      const json = inAscii(JSON.stringify({ state: shownState(state), summary }));
      return [has, state.version, name, json].join("\t");
    });
}

/** Null for what is no such line. */
export function readLine(text: string): RowLine | null {
  const [part, version, name = "", json] = text.split("\t", FIELDS);
  const { data: has } = snapshotPart.safeParse(part);
  return has === undefined || json === undefined ? null : { has, version: Number(version), name, text };
}

/** The change in a line; null if it cannot be read. */
export function changeIn({ name, text }: RowLine): StateChange | null {
  const change = readChange(text.slice(text.lastIndexOf("\t") + 1));
  return change && { name, ...change };
}
