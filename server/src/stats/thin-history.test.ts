import { DAY_MS, HOUR_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import * as fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { cases } from "../../../shared/test/property-runs.ts";
import { emptyTables, testDatabase, valuesIn } from "../../test/database.ts";
import { addPoints, june } from "../../test/history.ts";
import { addOrganization, addStation } from "../../test/stations.ts";
import { thinHistory } from "./index.ts";

const { db } = await testDatabase();
const STATION = "gc-00000000000a";
const org_id = await addOrganization(db, "Harbor Air");
await addStation(db, { name: STATION, org_id, created: "2026-05-30T15:00:00.000Z" });
/** The end of the second of June is 31 days earlier. */
const NOW = Date.parse("2026-07-04T00:00:00.000Z");

beforeEach(async () => {
  await emptyTables(db, ["station_history", "history_thinning"]);
});

async function minutes(): Promise<string[]> {
  const found = await db.selectFrom("station_history").select("minute").orderBy("minute").execute();
  return found.map(({ minute }) => minute);
}

test("the last point of each hour that is older than a month is kept", async () => {
  const before = ["01 10:00", "01 10:20", "01 10:59", "01 11:00", "02 23:58", "02 23:59", "03 00:00", "03 00:01"];
  await addPoints(
    db,
    STATION,
    before.map((minute) => ({ minute })),
  );
  await thinHistory(db, NOW);
  const remaining = ["01 10:00", "01 10:59", "01 11:00", "02 23:58", "02 23:59", "03 00:00", "03 00:01"];
  // The first point of a day may stay as well, because it is not checked for an error.
  expect(await minutes()).toEqual(remaining.map(june));
});

test("a point at which an error was logged stays", async () => {
  await addPoints(db, STATION, [
    { minute: "01 09:00" },
    { minute: "01 10:00" },
    { minute: "01 10:10", error_count: 1 },
    { minute: "01 10:20", error_count: 1 },
    { minute: "01 10:30", error_count: 1 },
  ]);
  await thinHistory(db, NOW);
  expect(await minutes()).toEqual(["01 09:00", "01 10:10", "01 10:30"].map(june));
});

test("thinning continues where it ended, and does not read processed points again", async () => {
  await addPoints(db, STATION, [{ minute: "01 10:00" }, { minute: "01 10:20" }, { minute: "01 10:40" }]);
  await thinHistory(db, NOW);
  const before = await minutes();
  await addPoints(db, STATION, [
    { minute: "01 10:10" },
    { minute: "03 10:00" },
    { minute: "03 10:20" },
    { minute: "03 10:40" },
  ]);
  await thinHistory(db, NOW);
  expect(await minutes()).toHaveLength(before.length + 4);
  await thinHistory(db, NOW + DAY_MS);
  expect(await minutes()).toHaveLength(before.length + 3);
});

test("thinning that is stopped starts no further batch", async () => {
  await addPoints(db, STATION, [{ minute: "01 10:00" }, { minute: "01 10:20" }, { minute: "01 10:40" }]);
  await thinHistory(db, NOW, AbortSignal.abort());
  expect(await minutes()).toHaveLength(3);
});

test("without history there is nothing to do", async () => {
  await thinHistory(db, NOW);
  expect(await valuesIn(db, "history_thinning", "until")).toEqual([]);
});

const past = fc.array(fc.record({ pause: fc.integer({ min: 1, max: 90 }), isError: fc.boolean() }), { maxLength: 80 });

test("thinning never changes errors or the totals at full hours", async () => {
  await fc.assert(
    fc.asyncProperty(past, async (past) => {
      await emptyTables(db, ["station_history", "history_thinning"]);
      let minute = Date.parse(june("01 00:00"));
      let errors = 0;
      const points = past.map(({ pause, isError }, index) => {
        minute += pause * MINUTE_MS;
        errors += isError ? 1 : 0;
        return { minute: new Date(minute).toISOString(), swaps_performed: index, error_count: errors };
      });
      if (points.length > 0) await addPoints(db, STATION, points);
      await thinHistory(db, NOW + 30 * DAY_MS);
      const remaining = new Set(await minutes());
      const left = points.filter((point) => remaining.has(point.minute));
      const at = (some: typeof points, moment: number) =>
        some.findLast((point) => Date.parse(point.minute) < moment)?.swaps_performed;
      for (let hour = Date.parse(june("01 00:00")); hour <= minute + HOUR_MS; hour += HOUR_MS) {
        expect(at(left, hour)).toBe(at(points, hour));
      }
      const logged = points.filter((point, index) => point.error_count > (points[index - 1]?.error_count ?? 0));
      expect(logged.every((point) => remaining.has(point.minute))).toBe(true);
    }),
    cases(12),
  );
});
