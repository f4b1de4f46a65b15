import { DAY_MS, HOUR_MS } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { bulkRig } from "../../test/bulk-rig.ts";
import { emptyTables } from "../../test/database.ts";
import { report, reported } from "../../test/group-rig.ts";
import { expireOwnerships, remindOfUnacknowledged } from "./notify-people.ts";

const { A, B, C, ALL, db, post } = await bulkRig();
const [ADMIN, KARI] = [5, 6];
await sql`update users set can_admin = true where id = ${KARI}`.execute(db);
await report(
  db,
  ALL.map((station_name) => reported("Belt slipped", { station_name })),
);

beforeEach(async () => {
  await emptyTables(db, ["ownerships", "notifications"]);
  await post("admin", "assign", { stations: ALL, owner_id: KARI });
  await emptyTables(db, ["notifications"]);
});

async function owned(): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`select subject from ownerships order by subject`.execute(db);
  return rows.map(({ subject }) => subject);
}

/** Reminds of what nobody has acknowledged within an hour, and releases what nobody has acted on for a day. */
async function letDayPass(): Promise<void> {
  await remindOfUnacknowledged(db, Date.now() + HOUR_MS + 1_000);
  await expireOwnerships(db, Date.now() + DAY_MS + 1_000);
}

test("errors of several stations that nobody acknowledged in time, or acted on for a day, are one message", async () => {
  await letDayPass();
  const { rows } = await sql<{ user_id: number; title: string; path: string }>`
    select user_id, title, path from notifications order by id`.execute(db);
  expect(rows.map(({ user_id, title, path }) => [user_id, title, path])).toEqual([
    [ADMIN, "Not acknowledged: Open errors of 3 stations", "/supportlog/triage"],
    [KARI, "No longer assigned: Open errors of 3 stations", "/supportlog/triage"],
    [ADMIN, "No longer assigned: Open errors of 3 stations", "/supportlog/triage"],
  ]);
  expect(await owned()).toEqual([]);
});

test("what an act is changing does not hold up what is released or reminded of", async () => {
  expect(await owned()).toEqual([A, B, C]);
  const acting = await db.startTransaction().execute();
  await sql`select from ownerships where subject = ${B} for no key update`.execute(acting);
  await letDayPass();
  await acting.rollback().execute();
  expect(await owned()).toEqual([B]);
});
