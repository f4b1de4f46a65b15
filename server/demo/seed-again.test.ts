import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DAY_MS } from "@groundcrew/shared/lib";
import { expect, test } from "vitest";
import { testDatabase } from "../test/database.ts";
import { count, fleetIn, folderOfTest, NOW, seeded } from "../test/demo.ts";
import { secretMatches } from "../src/platform/link/index.ts";
import { demoAccounts, demoLogins } from "./index.ts";

test("a demo configured with more stations gets them, and its other stations do not change", async () => {
  const database = await testDatabase();
  const { db } = database;
  const dataDir = await folderOfTest();
  const { path } = await seeded(database, { dataDir, stations: 8 });
  const before = await fleetIn(path);
  const { log } = await seeded(database, { dataDir, stations: 12, now: NOW + DAY_MS });
  expect(log).toStrictEqual(["Stations added to the demo: 4."]);
  expect(await count(db, "stations")).toBe(12);
  const after = await fleetIn(path);
  expect(after).toHaveLength(12);
  for (const station of before) expect(after).toContainEqual(station);
});

test("stations whose fleet file is lost get new passwords and continue from their last counts", async () => {
  const database = await testDatabase();
  const { db } = database;
  const dataDir = await folderOfTest();
  const { path } = await seeded(database, { dataDir, stations: 3 });
  const [first, ...others] = await fleetIn(path);
  const name = first?.name ?? "";
  await db.updateTable("station_states").set({ swaps_reported: 77_777 }).where("station_name", "=", name).execute();
  await writeFile(path ?? "", "{");
  const { log } = await seeded(database, { dataDir, stations: 3 });
  expect(log).toStrictEqual(["Stations given new passwords, because the fleet file lacked them: 3."]);
  const [again, ...rest] = await fleetIn(path);
  const { password: _old, ...kept } = first ?? {};
  expect(again).toMatchObject({ ...kept, swaps_performed: 77_777, cycles: again?.cycles });
  expect(rest).toHaveLength(others.length);
  const { api_password_hash } = await db
    .selectFrom("stations")
    .select("api_password_hash")
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  expect(secretMatches(again?.password ?? "", api_password_hash ?? "")).toBe(true);
  expect(secretMatches(first?.password ?? "", api_password_hash ?? "")).toBe(false);
});

test("a database with other data is not changed", async () => {
  const database = await testDatabase();
  const { db } = database;
  await db.insertInto("organizations").values({ name: "Somebody Else" }).execute();
  const { path, log } = await seeded(database, { dataDir: await folderOfTest() });
  expect(path).toBeNull();
  expect(log).toHaveLength(1);
  expect(await count(db, "organizations")).toBe(1);
  expect(await count(db, "stations")).toBe(0);
});

test("a demo without stations has accounts and no simulated stations", async () => {
  const database = await testDatabase();
  const { db } = database;
  const { path } = await seeded(database, { dataDir: await folderOfTest(), stations: 0 });
  expect(path).toBeNull();
  expect(await count(db, "users")).toBe(demoAccounts.length);
});

test("a fleet that needs several batches of inserts is inserted completely", async () => {
  const database = await testDatabase();
  const { db } = database;
  const dataDir = join(await folderOfTest(), "not", "there", "yet");
  const { path } = await seeded(database, { dataDir, stations: 520 });
  expect(await count(db, "stations")).toBe(520);
  expect(await count(db, "(select distinct serial_number from stations) x")).toBe(520);
  expect((await fleetIn(path)).length).toBeGreaterThan(480);
});

test("the logins are those of the demo's accounts that exist and still have its password", async () => {
  const database = await testDatabase();
  const { db } = database;
  expect(await demoLogins(db)).toEqual([]);
  await seeded(database, { dataDir: await folderOfTest(), stations: 0 });
  expect((await demoLogins(db)).map(({ email }) => email)).toEqual(demoAccounts.map(({ email }) => email));
  await db.deleteFrom("users").where("email", "=", "user@harbor.example").execute();
  await db.updateTable("users").set({ password_hash: null }).where("email", "=", "staff@groundcrew.example").execute();
  const left = (await demoLogins(db)).map(({ email }) => email);
  expect(left).toEqual([
    "admin@groundcrew.example",
    "lee@groundcrew.example",
    "priya@groundcrew.example",
    "manager@skyline.example",
    "user@skyline.example",
    "manager@meridian.example",
  ]);
});
