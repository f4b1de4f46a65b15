import { expect, test } from "vitest";
import { testDatabase } from "../test/database.ts";
import { count, folderOfTest, NOW, seeded } from "../test/demo.ts";
import { recomputeBaselines } from "../src/stations/index.ts";

test("the demo has the swap totals that the server computes, so that a first start does not change every station", async () => {
  const database = await testDatabase();
  const { db } = database;
  await seeded(database, { dataDir: await folderOfTest(), stations: 400 });
  const baselines = () =>
    db
      .selectFrom("station_states")
      .select(["station_name", "swaps_year", "swaps_months_3", "swaps_months_1", "swaps_week", "swaps_day"])
      .select(["swaps_shipment", "errors_shipment"])
      .orderBy("station_name")
      .execute();
  const before = await baselines();
  await recomputeBaselines(db, NOW);
  expect(await baselines()).toEqual(before);
  expect(before.filter(({ swaps_day, swaps_year }) => (swaps_day ?? 0) > (swaps_year ?? 0)).length).toBeGreaterThan(
    100,
  );
  expect(await count(db, "station_states where swaps_shipment > swaps_performed")).toBe(0);
});
