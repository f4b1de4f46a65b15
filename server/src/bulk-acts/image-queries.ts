import type { Timestamp } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import type { Db } from "../platform/db/index.ts";
import type { ActRequest } from "./queries.ts";

/** An act for which stations take images: who asked, how, and with which request. */
export type ImageAct = { user_id: number; lights_on: boolean; request: ActRequest };

/** An act that takes images; undefined when it was deleted with the person who began it. */
export async function findImageAct(db: Db, act: number): Promise<ImageAct | undefined> {
  const found = await sql<ImageAct>`
    select user_id, lights_on, request from bulk_acts where id = ${act} and kind = 'images'`.execute(db);
  return found.rows[0];
}

/** Has a station begin that still waits: only one attempt does. Returns false for one that does not wait. */
export async function beginStation(
  db: Db,
  { act, station }: { act: number; station: string },
  at: Timestamp,
): Promise<boolean> {
  const found = await sql`
    update bulk_act_stations set state = 'running', since = ${at}
    where act_id = ${act} and station_name = ${station} and state = 'waiting'`.execute(db);
  return found.numAffectedRows === 1n;
}

/** Has a station that has begun wait again, since nothing was sent to it. */
export async function returnStation(tx: Db, { act, station }: { act: number; station: string }): Promise<void> {
  await sql`
    update bulk_act_stations set state = 'waiting' where act_id = ${act} and station_name = ${station} and state = 'running'`.execute(
    tx,
  );
}

/** Stores how a station has ended, also one that could not begin. One that has ended stays as it is. */
export async function endStation(
  tx: Db,
  { act, station }: { act: number; station: string },
  end: { state: "done" | "failed"; images: number | null; detail: string | null },
): Promise<void> {
  await sql`
    update bulk_act_stations set state = ${end.state}, images = ${end.images}, detail = ${end.detail}
    where act_id = ${act} and station_name = ${station} and state in ('waiting', 'running')`.execute(tx);
}
