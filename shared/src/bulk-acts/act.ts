import { z } from "zod";
import { idOf, timestamp } from "../lib/index.ts";
import { stationName } from "../telemetry/index.ts";
import { bulkReason } from "./verdict.ts";

/** The most stations of one act. */
export const BULK_STATIONS_MAX = 10_000;
/** The most stations that take images in one act: they do so eight at a time, so more would take hours. */
export const BULK_IMAGES_MAX = 2_000;
/** How many stations of an act take images at once. */
export const BULK_IMAGES_AT_ONCE = 8;
/** How long an act can be undone, in minutes. */
export const BULK_UNDO_MINUTES = 10;

export const bulkActId = idOf("There is no such act.");

export const bulkKind = z.enum(["maintenance", "entry", "images", "move", "place", "assign", "retire", "restore"]);
export type BulkKind = z.output<typeof bulkKind>;

/**
 * The state of a station in an act. `done` is changed, or its images were taken; `unchanged` was already as the act makes it; `left_out` could not
 * take part. Those that take images are `waiting`, `running` or `failed` meanwhile. After undo, `undone` is as before, and `kept` stayed as
 * it was.
 */
export const bulkState = z.enum(["failed", "left_out", "running", "waiting", "kept", "undone", "done", "unchanged"]);
export type BulkState = z.output<typeof bulkState>;

/**
 * An act on several stations, as the person who began it sees it. `counts` are its stations by state. It can be undone until `undo_until`, which is
 * null if that is not possible. `lights_on` is null unless it takes images.
 */
export const bulkAct = z.object({
  id: z.int(),
  kind: bulkKind,
  created: timestamp,
  undo_until: timestamp.nullable(),
  undone: timestamp.nullable(),
  lights_on: z.boolean().nullable(),
  counts: z.record(bulkState, z.int()),
});
export type BulkAct = z.output<typeof bulkAct>;

/** An act that was just undone. `changed` of its stations were changed since and stay. */
export const undoneAct = bulkAct.extend({ changed: z.int() });
export type UndoneAct = z.output<typeof undoneAct>;

/**
 * The outcome of an act at one station. `reason` is why it was left out, is unchanged or was kept, with the time it names, and `detail` why it failed. `since`
 * is when it began to take images, and `images` how many have been taken; both are null until then.
 */
export const bulkActStation = z.object({
  station: stationName,
  serial_number: z.string(),
  organization_name: z.string(),
  state: bulkState,
  reason: bulkReason.nullable(),
  detail: z.string().nullable(),
  since: timestamp.nullable(),
  images: z.int().nullable(),
});
export type BulkActStation = z.output<typeof bulkActStation>;

/** True while stations of an act wait or take images. */
export function isRunning({ counts }: Pick<BulkAct, "counts">): boolean {
  return counts.waiting + counts.running > 0;
}
