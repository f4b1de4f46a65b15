import { z } from "zod";
import { idOf, textOf, timestamp } from "../lib/index.ts";
import { solution } from "../station-errors/index.ts";
import { groupId } from "./group.ts";

/** Errors that one call resolves; more are resolved by the server afterwards. */
export const RESOLVED_AT_ONCE = 5_000;
/** How long a group can be archived, in days. */
export const ARCHIVE_MAX_DAYS = 90;
/** Groups that one call changes. */
const GROUPS_MAX = 100;
const MERGED_MAX = 50;

/** A group and the `rev` that the caller has seen. */
const seenGroup = z.strictObject({ id: groupId, rev: z.int() });

const seenGroups = z
  .array(seenGroup)
  .min(1, "Select at least one group.")
  .max(GROUPS_MAX, `Select at most ${GROUPS_MAX} groups.`)
  .refine(isDistinct, "Name each group once.");

const version = z.string().trim().min(1, "Choose a firmware.").max(100);

/**
 * Resolves all open errors of groups. With `fixed_from`, errors of older firmware are resolved as they are stored. `incidents` are set to
 * Resolved with them.
 */
export const resolveGroups = z.strictObject({
  groups: seenGroups,
  solution,
  fixed_from: version.nullable().default(null),
  incidents: z.array(z.int().positive()).max(20).default([]),
});

/** Archives groups until a condition is met. One of `until`, `errors`, `stations` and `newer_than` is given. */
export const archiveGroups = z
  .strictObject({
    groups: seenGroups,
    until: timestamp.nullable().default(null),
    errors: z.int().positive().max(1_000_000).nullable().default(null),
    stations: z.int().positive().max(100_000).nullable().default(null),
    newer_than: version.nullable().default(null),
    if_escalates: z.boolean().default(true),
    why: textOf(1_000, "Say why it is archived."),
  })
  .refine(
    ({ until, errors, stations, newer_than }) =>
      until !== null || errors !== null || stations !== null || newer_than !== null,
    { error: "Choose when it comes back.", path: ["until"] },
  );

export const unarchiveGroups = z.strictObject({ groups: seenGroups });

/** A pattern that future messages have to match; an asterisk stands for any text. */
export const mergePattern = z
  .string()
  .trim()
  .min(3, "Give at least three characters.")
  .max(400, "Use at most 400 characters.")
  .refine((pattern) => /[^*\s]/.test(pattern), "Give more than asterisks.");

/** Merges groups into the one that gives its name, `into`. With `pattern`, future groups that match are part of it. */
export const mergeGroups = z
  .strictObject({
    groups: z
      .array(seenGroup)
      .min(2, "Select at least two groups.")
      .max(MERGED_MAX, `Merge at most ${MERGED_MAX} groups.`)
      .refine(isDistinct, "Name each group once."),
    into: groupId,
    pattern: mergePattern.nullable().default(null),
  })
  .refine(({ groups, into }) => groups.some(({ id }) => id === into), {
    error: "Choose one of the groups.",
    path: ["into"],
  });

/**
 * Splits a fingerprint of a group by the values at one of its placeholders, counted from 0: each of up to 100 values becomes a group of its
 * own.
 */
export const splitGroup = z.strictObject({
  rev: z.int(),
  fingerprint: idOf("There is no such fingerprint."),
  placeholder: z.int().min(0, "There is no such placeholder.").max(400, "There is no such placeholder."),
});

/** Whether a pattern of a merge matches a reduced message, ignoring case. */
export function matchesMergePattern(pattern: string, message: string): boolean {
  const parts = pattern.toLowerCase().split("*");
  const text = message.toLowerCase();
  const [first = "", ...others] = parts;
  const last = others.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - at >= last.length && text.endsWith(last);
}

function isDistinct(groups: readonly { id: number }[]): boolean {
  return new Set(groups.map(({ id }) => id)).size === groups.length;
}
