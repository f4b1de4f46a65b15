import { station, stationWithSnapshot } from "@groundcrew/shared/stations";
import { expect, test } from "vitest";
import { openListRig, type Row } from "../../test/list-rig.ts";

const { get } = await openListRig();
const EVERYTHING = "include_support_metrics=true&include_telemetry=true&include_config=true&include_ssot=true";
const names = (rows: Row[]) => rows.map(({ name }) => name);

// @spec 7.1
test.each([
  { who: "admin", seen: ["gc-a", "gc-b", "gc-c"] },
  { who: "staff", seen: ["gc-a", "gc-b", "gc-c"] },
  { who: "harbor", seen: ["gc-a", "gc-b"] },
  { who: "skyline", seen: ["gc-c"] },
])("$who sees $seen and no retired station", async ({ who, seen }) => {
  expect(names((await get(who)).rows())).toEqual(seen);
});

test("an API key sees what its organization sees", async () => {
  expect(names((await get("nobody", "", { authorization: "Bearer key" })).rows())).toEqual(["gc-a", "gc-b"]);
});

// @spec 138.2
test("every row has exactly the fields of its schema, for every caller and every set of parts", async () => {
  for (const who of ["admin", "staff", "harbor"]) {
    for (const query of [
      "",
      `?${EVERYTHING}`,
      ...(who === "admin" ? [`?${EVERYTHING}&include_replaceables=true`] : []),
    ]) {
      for (const row of (await get(who, query)).rows()) expect(station.parse(row)).toEqual(row);
    }
  }
});

// @spec 8.1, 138.10, 138.16, 249.1
test("a row contains everything that is known about its station", async () => {
  const { rows } = await get("admin", `?${EVERYTHING}&include_replaceables=true`);
  expect(rows()[0]).toMatchObject({
    name: "gc-a",
    serial_number: "Serial of gc-a",
    organization_name: "Harbor Air",
    location: { lat: 47.5, lng: 8.25, street_address: null },
    hexone_uri_base: "https://a.example",
    hexone_dashboard: "https://a.example/",
    shipped: "2025-02-03",
    last_active: "2026-02-28T10:00:00.000Z",
    last_online_status: false,
    clock_skew_ms: -3,
    swaps_performed: 12,
    swaps_week: 10,
    swaps_year: null,
    errors_total: 2,
    support_metrics: {
      errors_unresolved: 1,
      error_latest: "2026-02-28T09:59:00.000Z",
      supportlog: { incident_needs_action: 0, incident_pending: 0, incident_pending_urgent: 1 },
    },
    last_telemetry_data: { status: { door: "open" } },
    config_latest: { created: "2026-02-28T10:00:00.000Z", version_firmware: "2", positions: { Home: 1 } },
    ssot_latest: { created: "2026-02-28T10:00:00.000Z", notes: "ours", author: "admin" },
    replaceables_latest: { created: "2026-02-28T10:00:00.000Z", notes: "ours", author: "admin" },
  });
});

test("a station that never sent anything has a row too", async () => {
  const [, row] = (await get("harbor", `?${EVERYTHING}`)).rows();
  expect(row).toMatchObject({
    name: "gc-b",
    description: "Zürich “North”",
    actual: false,
    last_active: null,
    last_online_status: false,
    swaps_performed: 0,
    location: null,
    last_telemetry_data: null,
    config_latest: null,
  });
});

// @spec 138.15, 228.2, 249.1
test("fields for admins are only sent to admins", async () => {
  for (const who of ["staff", "harbor", "skyline"]) {
    const { body } = await get(who, `?${EVERYTHING}`);
    expect(body).not.toContain("supportlog");
    expect(body).not.toContain("author");
    expect(body).not.toContain("replaceables");
    const refused = await get(who, "?include_replaceables=true");
    expect(refused.status).toBe(403);
  }
});

// @spec 249.1
test("optional parts are only sent on request", async () => {
  const [row] = (await get("admin")).rows();
  expect(Object.keys(row ?? {})).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(support_metrics|last_telemetry_data|.*_latest)$/)]),
  );
});

// @spec 141.1, 249.2, 249.4
test("station_name gives a list of that one station with its whole snapshot", async () => {
  const { rows } = await get("harbor", "?station_name=gc-a&include_telemetry=true");
  expect(rows()).toHaveLength(1);
  expect(stationWithSnapshot.parse(rows()[0])).toEqual(rows()[0]);
  expect(rows()[0]).toMatchObject({
    last_telemetry_data: { time: 1, motors: [{ name: "m" }], status: { network_name: "lan" } },
  });
});

// @spec 249.4
test("a station_name of another organization, or unknown, gives an empty list", async () => {
  expect((await get("harbor", "?station_name=gc-c")).rows()).toEqual([]);
  expect((await get("harbor", "?station_name=gc-x")).rows()).toEqual([]);
});

// @spec 250.1
test("a single station is found by its name, a retired one too", async () => {
  const { row } = await get("harbor", "/gc-a?include_telemetry=true");
  expect(station.parse(row())).toEqual(row());
  expect((await get("harbor", "/gc-old")).row()).toMatchObject({ retired: "2026-01-01T00:00:00.000Z" });
});

// @spec 90.3
test("a station of another organization and an unknown station get an identical 404", async () => {
  const [foreign, unknown] = [await get("harbor", "/gc-c"), await get("harbor", "/gc-x")];
  expect(foreign.status).toBe(404);
  expect([unknown.status, unknown.body]).toEqual([foreign.status, foreign.body]);
});

test("a caller who is not logged in sees nothing", async () => {
  expect((await get("stranger")).status).toBe(401);
  expect((await get("stranger", "/gc-a")).status).toBe(401);
});
