import { DAY_MS } from "@groundcrew/shared/lib";
import { expect, test } from "vitest";
import { insertRow, testDatabase, valuesIn } from "../../../test/database.ts";
import { removeRows } from "../../../test/retention.ts";
import { addOrganization, addStation } from "../../../test/stations.ts";
import { CHARGES_KEPT } from "./charges.ts";
import { countDespite, insertCharges, selectCharges, selectDespite } from "./store-queries.ts";

const { db } = await testDatabase();
const NOW = Date.parse("2026-11-27T14:29:12.000Z");
const org = await addOrganization(db, "Harbor Air");
const [station, other] = ["gc-00000000000a", "gc-00000000000b"];
for (const name of [station, other]) await addStation(db, { name, org_id: org });
const day = (ago: number) => new Date(NOW - ago * DAY_MS).toISOString().slice(0, 10);

// @spec R1.11
test("swaps despite a rule are counted by day for 30 days, and removed after that", async () => {
  const rows = [
    { day: day(0), station_name: station, org_id: org, rule: "no_battery", swaps: 2 },
    { day: day(29), station_name: other, org_id: org, rule: "no_battery", swaps: 3 },
    { day: day(30), station_name: other, org_id: org, rule: "no_battery", swaps: 100 },
  ];
  await countDespite(db, rows);
  await countDespite(db, rows.slice(0, 1));
  const expected = [{ station_type: "atlas", rule: "no_battery", swaps: 7, stations: 2 }];
  expect(await selectDespite(db, { now: NOW, orgId: null })).toEqual(expected);
  expect(await selectDespite(db, { now: NOW, orgId: org })).toEqual(expected);
  const next = await addOrganization(db, "Skyline");
  await db.updateTable("stations").set({ org_id: next }).where("name", "=", other).execute();
  expect(await selectDespite(db, { now: NOW, orgId: org })).toEqual(expected);
  expect(await selectDespite(db, { now: NOW, orgId: next })).toEqual([]);
  await removeRows(db, "readiness_despite", NOW);
  expect(await valuesIn(db, "readiness_despite", "day")).toEqual([day(29), day(0)]);
});

test("what is no longer ignored is removed", async () => {
  const by = { why: "Known", by_name: "Kari", by_staff: true, created: new Date(NOW).toISOString() };
  const until = (ms: number) => new Date(NOW + ms).toISOString();
  const ignored = (station_name: string, ms: number) =>
    Object.assign({ station_name, code: "latch", effect: "limit" as const, until: until(ms) }, by);
  for (const row of [ignored(station, -1), ignored(other, 1)]) await insertRow(db, "readiness_ignored", row);
  await removeRows(db, "readiness_ignored", NOW);
  expect(await valuesIn(db, "readiness_ignored", "station_name")).toEqual([other]);
});

test("the last 500 charges of each type are kept, and read oldest first", async () => {
  const charge = (station_type: string, minutes: number) => ({ station_type, minutes: [null, minutes] });
  await insertCharges(db, [charge("global", 1)]);
  await insertCharges(
    db,
    Array.from({ length: CHARGES_KEPT + 2 }, (_, nth) => charge("atlas", nth)),
  );
  const charges = await selectCharges(db, ["atlas", "global"]);
  expect(charges).toHaveLength(CHARGES_KEPT + 1);
  expect([charges[0], charges[CHARGES_KEPT - 1], charges.at(-1)]).toEqual([
    charge("atlas", 2),
    charge("atlas", CHARGES_KEPT + 1),
    charge("global", 1),
  ]);
});
