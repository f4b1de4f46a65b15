import { DAY_MS } from "@groundcrew/shared/lib";
import { expect, test } from "vitest";
import { FIELD, fleetRig, HARBOR } from "../../test/fleet-rig.ts";
import { addStation } from "../../test/stations.ts";

const { call, clock, db, orgs, statuses } = await fleetRig();
const ADMINS = {
  nobody: 401,
  "harbor user": 403,
  "harbor manager": 403,
  "harbor key": 403,
  "field user": 403,
  staff: 403,
  admin: 200,
};

test.each(["/statistics/stations/swaps", "/statistics/organizations/activity"])("only admins see %s", async (path) => {
  expect(await statuses(path)).toEqual(ADMINS);
  expect((await call("admin", `${path}?limit=5`)).statusCode).toBe(422);
});

// @spec 115.3, 262.1, 315.1
test("swap counts of every station in service, by name: the total less the total at the start of each period", async () => {
  await db.updateTable("stations").set({ shipped: "2026-01-01" }).where("name", "=", HARBOR).execute();
  const baselines = { swaps_year: 100, swaps_months_3: 700, swaps_months_1: 900, swaps_week: 980, swaps_day: 1_000 };
  await db
    .insertInto("station_states")
    .values([
      { station_name: HARBOR, swaps_performed: 1_000, ...baselines, swaps_shipment: 40 },
      { station_name: FIELD, swaps_performed: 30, swaps_week: 31, swaps_shipment: 5 },
    ])
    .execute();
  await addStation(db, {
    name: "gc-0000000000a1",
    org_id: orgs.field,
    created: new Date(clock.now - DAY_MS / 2).toISOString(),
  });
  await addStation(db, { name: "gc-0000000000a2", org_id: orgs.field, retired: "2026-01-01T00:00:00.000Z" });
  const unknown = { swaps_year: null, swaps_months_3: null, swaps_months_1: null, swaps_shipment: null };
  expect((await call("admin", "/statistics/stations/swaps")).json()).toEqual([
    {
      station: HARBOR,
      swaps_all: 1_000,
      swaps_year: 900,
      swaps_months_3: 300,
      swaps_months_1: 100,
      swaps_week: 20,
      swaps_day: 0,
      swaps_shipment: 960,
    },
    // Its counter decreased, so the count is 0 instead of negative; it was not shipped.
    { station: FIELD, swaps_all: 30, ...unknown, swaps_week: 0, swaps_day: null },
    // Added within every period, it has made no swaps.
    {
      station: "gc-0000000000a1",
      swaps_all: 0,
      swaps_year: 0,
      swaps_months_3: 0,
      swaps_months_1: 0,
      swaps_week: 0,
      swaps_day: 0,
      swaps_shipment: null,
    },
  ]);
});

// @spec 261.1
test("actions are what users did in the last seven days, counted for the organization they are in", async () => {
  const did = async (actor_org_id: number | null, request_id: string, daysAgo: number, org_id = orgs.field) => {
    const at = new Date(clock.now - daysAgo * DAY_MS).toISOString();
    const entry = { at, actor_kind: "user" as const, actor: "x", ip: null, request_id, action: "a", target: "t" };
    await db
      .insertInto("audit_entries")
      .values({ ...entry, org_id, actor_org_id })
      .execute();
  };
  await did(orgs.harbor, "one", 0);
  await did(orgs.harbor, "two", 7);
  // Many changes by one request are one action.
  await did(orgs.harbor, "two", 7);
  await did(orgs.harbor, "too old", 7.001);
  await did(orgs.provider, "three", 1);
  await did(null, "by a station", 1);
  const reply = await call("admin", "/statistics/organizations/activity");
  expect(reply.json()).toEqual([
    { organization: "Harbor Air", actions: 2 },
    { organization: "Groundcrew", actions: 1 },
  ]);
});

test("a user's change counts for the user's own organization, not for the changed one", async () => {
  clock.now = Date.now();
  const actionsOf = async (organization: string) => {
    const all: { organization: string; actions: number }[] = (
      await call("admin", "/statistics/organizations/activity")
    ).json();
    return all.find((one) => one.organization === organization)?.actions ?? 0;
  };
  const before = await actionsOf("Groundcrew");
  await call("admin", `/stations/${FIELD}`, { method: "PATCH", body: { description: "By the pier" } });
  expect(await actionsOf("Groundcrew")).toBe(before + 1);
  expect(await actionsOf("Northfield Agri")).toBe(0);
});
