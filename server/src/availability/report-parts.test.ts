import { DAY_MS } from "@groundcrew/shared/lib";
import { sumSeconds } from "@groundcrew/shared/readiness";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { at, availabilityRig, NOVEMBER, withoutBattery } from "../../test/availability-rig.ts";
import { FIELD, HARBOR, type Who } from "../../test/calls-rig.ts";
import { emptyTables } from "../../test/database.ts";
import { addRows, addTotals } from "../../test/swap-totals.ts";
import { rollUpDays } from "../readiness/index.ts";
import { storeMonths } from "./store-months.ts";

const { clock, db, ofField, ofHarbor, orgs, record, report } = await availabilityRig();

describe("sums of thirds of months", () => {
  const ranges = ["from=2026-10-01&to=2026-10-31", "from=2026-10-11&to=2026-11-03", "from=2026-10-09&to=2026-10-25"];

  test.each(ranges)("say the same as days: %s", async (range) => {
    clock.now = at(40);
    await record([
      ofHarbor(at(1), "ready"),
      ofHarbor(at(10, 12), "not_ready", withoutBattery),
      ofHarbor(at(12), "unknown"),
      ofHarbor(at(20, 23), "limited"),
      ofHarbor(at(25), "ready", { org_id: orgs.field }),
      ofField(at(2), "not_ready"),
      ofField(at(33), "ready"),
    ]);
    const byThirds = await report("admin", range);
    const { rows } = await sql<{ thirds: number }>`select count(*) as thirds from readiness_thirds`.execute(db);
    expect(rows).toEqual([{ thirds: 7 }]);
    await sql`update readiness_rollup set thirds_until = null`.execute(db);
    expect(await report("admin", range)).toEqual(byThirds);
    // So that the first report was read from them.
    await sql`update readiness_rollup set thirds_until = '2026-11-01'`.execute(db);
    await sql`update readiness_days set ready_s = 0, limited_s = 0, not_ready_s = 0 where day between '2026-10-11' and '2026-10-20'`.execute(
      db,
    );
    expect((await report("admin", range)).total).toEqual(byThirds.total);
  });

  test("are added up later for days that were stored before, and once", async () => {
    clock.now = at(40);
    await record([ofHarbor(at(1), "ready")]);
    const thirds = () =>
      sql<{ ready_s: number }>`select third, station_name, ready_s from readiness_thirds order by third`.execute(db);
    const { rows: first } = await thirds();
    await emptyTables(db, ["readiness_thirds"]);
    await sql`update readiness_rollup set thirds_until = null`.execute(db);
    await rollUpDays(db, clock.now);
    expect((await thirds()).rows).toEqual(first);
    expect(first).toHaveLength(3);
    await sql`update readiness_thirds set ready_s = 1`.execute(db);
    await rollUpDays(db, at(41));
    expect((await thirds()).rows.map(({ ready_s }) => ready_s)).toEqual([1, 1, 1]);
  });

  test("are also those of an organization all of whose stations are mocked ones at the moment, for when they are not", async () => {
    const setActual = (actual: boolean) =>
      db.updateTable("stations").set({ actual }).where("name", "=", FIELD).execute();
    onTestFinished(async () => void (await setActual(true)));
    clock.now = at(9, 1);
    await record([ofHarbor(at(1), "ready"), ofField(at(1), "ready")]);
    await setActual(false);
    clock.now = at(40);
    await record([ofField(at(9), null)]);
    await setActual(true);
    const ofFields = await report("admin", `from=2026-10-01&to=2026-10-31&org_id=${orgs.field}`);
    expect(ofFields.stations).toMatchObject([{ station: FIELD, ready_s: 8 * 86_400 }]);
    expect(sumSeconds(ofFields.days ?? [])).toEqual(ofFields.total);
  });
});

describe("swaps, success and changes of rules", () => {
  const addSwaps = async () => {
    const day = (station_name: string, day: string, org_id: number, counts: readonly number[]) => {
      const [succeeded = 0, with_errors = 0, failed = 0, maintenance = 0] = counts;
      return {
        station_name,
        day,
        org_id,
        firmware: "",
        station_type: "atlas",
        succeeded,
        with_errors,
        failed,
        maintenance,
      };
    };
    await addRows(db, "swap_days", [
      day(HARBOR, "2026-09-30", orgs.harbor, [40, 0, 2]),
      day(HARBOR, "2026-10-01", orgs.harbor, [100, 4, 3, 9]),
      day(HARBOR, "2026-10-31", orgs.field, [7, 0, 0]),
      day(FIELD, "2026-10-15", orgs.field, [50, 0, 1]),
      day(FIELD, "2026-11-01", orgs.field, [500, 0, 1]),
    ]);
    await addTotals(db);
    await db.updateTable("installation").set({ swaps_counted_since: "2026-08-20T10:00:00.000Z" }).execute();
  };

  test("have the attempts of the month outside maintenance, by station and in all, beside those of the month before", async () => {
    await record([ofHarbor(at(1), "ready"), ofField(at(1), "ready")]);
    await addSwaps();
    const all = await report("admin", "month=2026-10");
    expect(all).toMatchObject({
      swaps: { succeeded: 157, with_errors: 4, failed: 4 },
      swaps_since: "2026-08-20",
      before: { swaps: { succeeded: 40, with_errors: 0, failed: 2 } },
    });
    expect(all.stations).toMatchObject([
      { station: HARBOR, succeeded: 107, with_errors: 4, failed: 3 },
      { station: FIELD, succeeded: 50, failed: 1 },
    ]);
    const harbor = await report("harbor user", "month=2026-10");
    expect(harbor.swaps).toEqual({ succeeded: 100, with_errors: 4, failed: 3 });
    expect((await report("admin", "from=2026-10-31&to=2026-11-01")).swaps).toEqual({
      succeeded: 507,
      with_errors: 0,
      failed: 1,
    });
  });

  const change = async (at: string, org_id: number | null, station_name: string | null, limit: number) =>
    addRows(db, "readiness_rule_changes", [
      {
        at,
        org_id,
        station_name,
        station_type: "atlas",
        before: [{ rules: {} }],
        after: [{ rules: { no_battery: { limit } } }],
      },
    ]);

  test("have the changes of rules of the month that are about the stations of the organization", async () => {
    await change("2026-09-30T23:59:59.000Z", null, null, 2);
    await change("2026-10-12T09:00:00.000Z", null, null, 3);
    await change("2026-10-13T09:00:00.000Z", orgs.field, null, 4);
    await change("2026-10-31T23:59:59.000Z", orgs.harbor, HARBOR, 5);
    await change("2026-11-01T00:00:00.000Z", null, null, 6);
    const changes = async (who: Who) => (await report(who, "month=2026-10")).rule_changes.map(({ text }) => text);
    const [ofAll, ofOrganization, ofStation] = [
      "charged batteries needed at atlas stations 1 → 3",
      "charged batteries needed at atlas stations of Northfield Agri 1 → 4",
      `charged batteries needed at Serial of ${HARBOR} 1 → 5`,
    ];
    expect(await changes("admin")).toEqual([ofAll, ofOrganization, ofStation]);
    expect(await changes("harbor user")).toEqual([ofAll, ofStation]);
    await db.updateTable("stations").set({ station_type: "global" }).where("name", "=", FIELD).execute();
    onTestFinished(
      async () =>
        void (await db.updateTable("stations").set({ station_type: "atlas" }).where("name", "=", FIELD).execute()),
    );
    expect(await changes("field user")).toEqual([ofOrganization]);
  });

  test("name a station that has moved as it is now only for the organization that has it", async () => {
    const ofHarborNow = db.updateTable("stations").where("name", "=", HARBOR);
    onTestFinished(async () => void (await ofHarborNow.set({ org_id: orgs.harbor, description: "" }).execute()));
    await change("2026-10-12T09:00:00.000Z", orgs.harbor, HARBOR, 5);
    await ofHarborNow.set({ org_id: orgs.field, description: "Secret pad" }).execute();
    const changes = async (who: Who) => (await report(who, "month=2026-10")).rule_changes.map(({ text }) => text);
    expect(await changes("harbor user")).toEqual([`charged batteries needed at ${HARBOR} 1 → 5`]);
    expect(await changes("admin")).toEqual([expect.stringContaining("Secret pad")]);
    expect(await changes("field user")).toEqual([]);
  });

  test("stay as they were in a stored month, and are read in one that was stored without", async () => {
    await record([ofHarbor(at(1), "ready"), ofField(at(1), "ready")]);
    await addSwaps();
    await change("2026-10-12T09:00:00.000Z", null, null, 2);
    const before = await report("admin", "month=2026-10");
    await storeMonths(db, NOVEMBER + 2 * DAY_MS);
    await emptyTables(db, ["swap_days", "swap_thirds", "swap_totals", "readiness_rule_changes"]);
    await db.deleteFrom("support_log_entries").execute();
    expect({ ...(await report("admin", "month=2026-10")), stored: null, before: null }).toEqual({
      ...before,
      before: null,
    });
    expect((await report("admin", "month=2026-11")).before?.swaps).toEqual(before.swaps);
    await sql`update availability_months set swaps = null, incidents = null, rule_changes = null`.execute(db);
    expect(await report("admin", "month=2026-10")).toMatchObject({ swaps: { succeeded: 0 }, rule_changes: [] });
  });
});
