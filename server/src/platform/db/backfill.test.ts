import { sql } from "kysely";
import { expect, test } from "vitest";
import { emptyDatabase } from "../../../test/database.ts";
import { addOrganization, addStation } from "../../../test/stations.ts";
import { migrate, readMigrations } from "./migrate.ts";

test("the migration counts errors that were stored before it", async () => {
  const older = await emptyDatabase();
  const all = readMigrations();
  await migrate(
    older.url,
    all.filter(({ name }) => name < "0029"),
  );
  const orgId = await addOrganization(older.db, "Harbor Air");
  await addStation(older.db, { name: "gc-a", org_id: orgId });
  await older.db
    .insertInto("station_errors")
    .values([
      { station_name: "gc-a", error_message: "Open", time_logged: "2026-03-02T00:00:00.000Z" },
      {
        station_name: "gc-a",
        error_message: "Done",
        time_logged: "2026-03-03T00:00:00.000Z",
        time_handled: "2026-03-04T00:00:00.000Z",
        solution: "Freed",
      },
    ])
    .execute();
  await migrate(older.url);
  expect((await sql`select * from station_error_counts`.execute(older.db)).rows).toEqual([
    { station_name: "gc-a", errors_total: 2, errors_unresolved: 1, error_latest: "2026-03-02T00:00:00.000Z" },
  ]);
  expect((await sql`select * from station_error_days order by day`.execute(older.db)).rows).toEqual([
    { station_name: "gc-a", day: "2026-03-02", errors: 1 },
    { station_name: "gc-a", day: "2026-03-03", errors: 1 },
  ]);
});

test("accounts that have never logged in become invitations, and their links still work", async () => {
  const older = await emptyDatabase();
  const all = readMigrations();
  await migrate(
    older.url,
    all.filter(({ name }) => name < "0037"),
  );
  const org_id = await addOrganization(older.db, "Harbor Air");
  const people = [
    { email: "guest@harbor.example", org_id, can_manage: true },
    { email: "user@harbor.example", org_id, password_hash: "set" },
    { email: "google@harbor.example", org_id, google_sub: "sub-1" },
  ];
  const [guest] = await older.db.insertInto("users").values(people).returning("id").execute();
  const code = {
    code_hash: Buffer.alloc(32, 7),
    created: "2026-03-02T00:00:00.000Z",
    expires: "2026-03-05T00:00:00.000Z",
  };
  await older.db
    .insertInto("password_codes")
    .values({ user_id: guest?.id ?? 0, ...code })
    .execute();
  await migrate(older.url);
  const { code_hash, created, expires } = code;
  const times = { sent: created, mailed: created, mail_failed: null, mail_reply: null, expires };
  expect(await older.db.selectFrom("invitations").selectAll().execute()).toEqual([
    { org_id, email: "guest@harbor.example", can_manage: true, invited_by: "A manager", ...times, code_hash },
  ]);
  expect(await older.db.selectFrom("users").select("email").orderBy("email").execute()).toEqual([
    { email: "google@harbor.example" },
    { email: "user@harbor.example" },
  ]);
});

test("points at which errors were counted before are marked by the migration", async () => {
  const older = await emptyDatabase();
  const all = readMigrations();
  await migrate(
    older.url,
    all.filter(({ name }) => name < "0042"),
  );
  const org_id = await addOrganization(older.db, "Harbor Air");
  for (const name of ["gc-a", "gc-b"]) await addStation(older.db, { name, org_id });
  const point = { swaps_performed: 1, online: true, door: "open", pad: "empty" } as const;
  const counts = [3, 3, 4, 4, 6];
  await older.db
    .insertInto("station_history")
    .values(
      ["gc-a", "gc-b"].flatMap((station_name) =>
        counts.map((error_count, index) =>
          Object.assign({ station_name, minute: `2026-03-02T00:0${index}:00.000Z`, error_count }, point),
        ),
      ),
    )
    .execute();
  await migrate(older.url);
  const marked = await older.db
    .selectFrom("station_history")
    .select(["station_name", "error_count"])
    .where("has_error", "=", true)
    .orderBy("station_name")
    .orderBy("minute")
    .execute();
  expect(marked.map(({ station_name, error_count }) => [station_name, error_count])).toEqual([
    ["gc-a", 4],
    ["gc-a", 6],
    ["gc-b", 4],
    ["gc-b", 6],
  ]);
  expect((await sql`select station_name from station_history_stale`.execute(older.db)).rows).toEqual([]);
});
