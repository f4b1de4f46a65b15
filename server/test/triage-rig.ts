import { DAY_MS, type Timestamp } from "@groundcrew/shared/lib";
import type { Insertable } from "kysely";
import { expect } from "vitest";
import { z } from "zod";
import type { Database, Db } from "../src/platform/db/index.ts";
import { stationErrorRoutes } from "../src/station-errors/index.ts";
import { supportLogRoutes } from "../src/support-log/index.ts";
import { openWebhooks } from "../src/platform/webhooks/index.ts";
import { rowOnBoard } from "./board-facts.ts";
import { callsRig } from "./calls-rig.ts";
import { emptyTables } from "./database.ts";

export { FIELD, HARBOR, NOT_ADMINS, type Who } from "./calls-rig.ts";

const shownSupport = z.object({
  support_metrics: z.object({
    errors_unresolved: z.number(),
    supportlog: z.object({
      incident_needs_action: z.number(),
      incident_pending: z.number(),
      incident_pending_urgent: z.number(),
    }),
  }),
});

/** The calls of triage and the support log, and a board that shows changes. */
export async function triageRig() {
  const { app, asOwner, board, call, db, url } = await callsRig({
    now: Date.now,
    add({ app, db, refresh }) {
      stationErrorRoutes(app, { db, refresh });
      supportLogRoutes(app, { db, refresh, webhooks: openWebhooks({ allowPrivate: false }) });
    },
  });

  /** The fields of a station that the station list shows to an admin right now. */
  function boardRow(station: string) {
    const { support_metrics } = shownSupport.parse(rowOnBoard(board, station));
    return { errors_unresolved: support_metrics.errors_unresolved, ...support_metrics.supportlog };
  }

  return { db, url, asOwner, app, call, boardRow };
}

/** Adds errors to a station, one a day going back from 1 May 2026, and returns their ids, newest first. */
export async function addErrors(
  db: Db,
  station: string,
  errors: readonly Partial<Insertable<Database["station_errors"]>>[],
): Promise<number[]> {
  const rows = errors.map((error, index) => ({
    station_name: station,
    error_message: `Error ${index}`,
    time_logged: daysBefore(index),
    ...error,
  }));
  const added = await db.insertInto("station_errors").values(rows).returning("id").execute();
  return added.map(({ id }) => id);
}

/** Fields that mark an error as resolved. */
export const RESOLVED = {
  time_handled: "2026-05-02T00:00:00.000Z",
  solution: "Replaced the belt",
  handled_by: "someone",
};

/** This many days before noon of 1 May 2026. */
export function daysBefore(days: number): Timestamp {
  return new Date(Date.UTC(2026, 4, 1, 12) - days * DAY_MS).toISOString();
}

/** The ids in a response, which must be a list. */
export function idsOf(reply: { statusCode: number; json: () => unknown }): number[] {
  expect(reply.statusCode).toBe(200);
  const list: { id: number }[] = JSON.parse(JSON.stringify(reply.json()));
  return list.map(({ id }) => id);
}

/** Adds a tag or alias to the support log and returns its id. */
export async function addTag(db: Db, tag: Insertable<Database["support_log_tags"]>): Promise<number> {
  return (await db.insertInto("support_log_tags").values(tag).returning("id").executeTakeFirstOrThrow()).id;
}

/** Adds an entry to a station's support log and returns its id. */
export async function addEntry(
  db: Db,
  station_name: string,
  more: Partial<Insertable<Database["support_log_entries"]>> = {},
): Promise<number> {
  const entry = { station_name, author: "someone", status: "record", content: "Belt is worn", ...more };
  return (await db.insertInto("support_log_entries").values(entry).returning("id").executeTakeFirstOrThrow()).id;
}

/** Deletes the whole support log and all errors; tags stay. */
export async function emptyLog(db: Db): Promise<void> {
  await emptyTables(db, [
    "station_errors",
    "support_log_alerts",
    "support_log_entry_tags",
    "support_log_status_changes",
  ]);
  await db.deleteFrom("support_log_entries").where("parent_id", "is not", null).execute();
  await db.deleteFrom("support_log_entries").execute();
}
