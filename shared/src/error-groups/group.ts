import { z } from "zod";
import { ownership } from "../ownership/index.ts";
import { idOf, timestamp } from "../lib/index.ts";
import { currentMaintenance } from "../maintenance/index.ts";
import { stationName } from "../telemetry/index.ts";
import { errorGroupState, groupArchive, groupResolution } from "./state.ts";

/** The number of a group, as in "Group 118". */
export const groupId = idOf("There is no such group.");

/** The share from which on a firmware counts as that of most errors of a group. */
export const MOSTLY_SHARE = 0.9;

/** A value that many errors share, and in how many of them it occurs. */
const countedValue = z.object({ value: z.string(), errors: z.int() });

/**
 * Errors that are the same but for numbers, ids and paths. `title` has placeholders such as `<n>`. `open` errors are unresolved and attached
 * to no support log entry, at `stations` that are part of triage, or at all stations where the list includes them; `total` is all that were
 * ever stored, at `stations_total`. `days` are the errors of the last seven UTC days, today last. `firmware` is the one that most errors
 * have, with its share of those whose firmware is known. `merged` is the number of fingerprints beyond the first. `resolving` is the progress
 * of a resolution that runs on. `rev` changes with acts and states, not with errors.
 */
export const errorGroup = z.object({
  id: groupId,
  rev: z.int(),
  title: z.string(),
  job_type: z.string().nullable(),
  station_type: z.string().nullable(),
  state: errorGroupState,
  state_since: timestamp,
  state_reason: z.string().nullable(),
  open: z.int(),
  total: z.int(),
  stations: z.int(),
  stations_total: z.int(),
  first_seen: timestamp,
  last_seen: timestamp,
  days: z.array(z.int()).length(7),
  firmware: z.object({ version: z.string(), share: z.number() }).nullable(),
  merged: z.int(),
  resolving: z.object({ done: z.int(), errors: z.int() }).nullable(),
  archive: groupArchive.nullable(),
  resolution: groupResolution.nullable(),
  owner: ownership.nullable(),
});
export type ErrorGroup = z.output<typeof errorGroup>;

/** A fingerprint by which errors of a group are recognized. The first one of a group cannot be removed from it. */
const groupFingerprint = z.object({
  id: z.int(),
  job_type: z.string().nullable(),
  station_type: z.string(),
  pattern: z.string(),
  total: z.int(),
});

/**
 * The effect of a group on the readiness of stations with unresolved errors of it, until the group is resolved: `automatic` as the rules say,
 * `none` as if there were no such errors, or as a reason of its own that limits or blocks.
 */
export const groupReadinessEffect = z.enum(["automatic", "none", "limit", "block"]);
export type GroupReadinessEffect = z.output<typeof groupReadinessEffect>;

/**
 * A group with what its page shows. `merged_into` is the group that it is part of since a merge; null otherwise. `days30` are the errors of
 * the last 30 UTC days, today last. `firmwares` are ordered by the time of their first error. `incidents` are open and have errors of the
 * group; at most 20. `stations_maintained` of the `stations` with open errors are in maintenance.
 */
export const errorGroupDetails = errorGroup.extend({
  merged_into: groupId.nullable(),
  merge_pattern: z.string().nullable(),
  days30: z.array(z.int()).length(30),
  firmwares: z.array(countedValue.extend({ first_seen: timestamp })),
  fingerprints: z.array(groupFingerprint),
  incidents: z.array(z.object({ id: z.int(), station: stationName, serial_number: z.string() })),
  entries: z.int(),
  stations_maintained: z.int(),
  readiness_effect: groupReadinessEffect,
});
export type ErrorGroupDetails = z.output<typeof errorGroupDetails>;

/** A station of a group. `firmware` is that of its newest error in the group. */
export const groupStation = z.object({
  station: stationName,
  description: z.string(),
  serial_number: z.string(),
  org_id: z.int(),
  organization: z.string(),
  open: z.int(),
  total: z.int(),
  firmware: z.string().nullable(),
  last_seen: timestamp,
  maintenance: currentMaintenance.nullable(),
});
export type GroupStation = z.output<typeof groupStation>;

/** An event in the history of a group. `author` is a person's name, null for automatic changes. */
export const groupHistoryEntry = z.object({
  id: z.int(),
  at: timestamp,
  kind: z.string(),
  author: z.string().nullable(),
  note: z.string().nullable(),
  details: z.record(z.string(), z.unknown()).nullable(),
});
export type GroupHistoryEntry = z.output<typeof groupHistoryEntry>;

/**
 * A difference among the newest errors of a group: `firmware`, `software`, the `hardware` of their stations now, or a placeholder of the pattern with the fingerprint that it belongs to and its
 * number from 0. The three most frequent values are named; `others` counts the errors with other values, which are `other_values` many.
 */
export const groupVariation = z.object({
  kind: z.enum(["firmware", "software", "hardware", "placeholder"]),
  fingerprint: z.int().nullable(),
  placeholder: z.int().nullable(),
  /** The words before the placeholder. */
  name: z.string(),
  values: z.array(countedValue),
  others: z.int(),
  other_values: z.int(),
});
export type GroupVariation = z.output<typeof groupVariation>;
