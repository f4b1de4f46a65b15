import { getStationReadiness, readinessChange, type HistoryEntry } from "@groundcrew/shared/readiness";
import { defaultBrand } from "@groundcrew/shared/brand";
import { usualPreferences, type Preferences } from "@groundcrew/shared/sessions";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { historyChange, historyReason } from "../../../../shared/test/readiness-history.ts";
import { callsRig, FIELD, HARBOR, type Who } from "../../../test/calls-rig.ts";
import { emptyTables } from "../../../test/database.ts";
import { evaluatedReadiness } from "../../../test/evaluated-readiness.ts";
import { report, reported } from "../../../test/group-rig.ts";
import { readinessRoutes } from "../routes.ts";
import { recordEvaluation, storeChanges } from "./change-queries.ts";
import { historyColumns } from "./write-history-csv.ts";

const NOW = Date.parse("2026-10-08T12:00:00.000Z");
const { board, call, db, orgs } = await callsRig({
  now: () => NOW,
  add: ({ app, db, board }) => readinessRoutes(app, { db, board, brand: defaultBrand, now: () => NOW }),
});

const READY = {
  state: "ready" as const,
  since: "2026-10-08T00:00:00.000Z",
  reasons: [],
  charged: 5,
  slots: 8,
  next_charged_at: null,
  busy: null,
  not_checked: [],
};

test("the readiness of a station comes with its history in a range, and without one otherwise", async () => {
  await recordEvaluation(db, NOW - 60_000);
  await recordEvaluation(db, NOW);
  await storeChanges(db, [historyChange(NOW - 60_000, "limited", { station: HARBOR, org_id: orgs.harbor })]);
  const history = async (query: string) => {
    const reply = await call("harbor user", `/stations/${HARBOR}/readiness${query}`);
    return getStationReadiness.replies[200].parse(reply.json());
  };
  expect(await history("")).toMatchObject({ history: null, next: null, evaluated: "2026-10-08T12:00:00.000Z" });
  const { history: found, next } = await history("?from=2026-10-08T11:59:30Z");
  expect(next).toBe(null);
  expect(found?.changes).toMatchObject([{ from: "2026-10-08T11:59:30.000Z", until: null, kind: "limited" }]);
  expect(found?.days).toMatchObject([{ day: "2026-10-08", limited_s: 60 }]);
});

test("a history is a CSV file with all of its entries, of an organization those while it had the station", async () => {
  const start = Date.parse("2026-10-07T00:00:00.000Z");
  await emptyTables(db, ["readiness_evaluations"]);
  await recordEvaluation(db, start);
  await sql`update readiness_evaluations set until = ${new Date(NOW).toISOString()}::timestamptz`.execute(db);
  const reasons = [historyReason("no_battery", { charged: 0 }), historyReason("latch")];
  const changes = Array.from({ length: 120 }, (_, minute) =>
    historyChange(start + minute * 60_000, minute % 2 ? "ready" : "not_ready", {
      ...(minute % 2 === 0 && { reasons }),
      station: HARBOR,
      org_id: minute < 60 ? orgs.field : orgs.harbor,
    }),
  );
  await storeChanges(db, changes);
  const rows = async (who: Who) => {
    const path = `/stations/${HARBOR}/readiness/csv?from=2026-10-07T00:00:00Z&to=2026-10-07T02:00:00Z`;
    const reply = await call(who, path);
    expect(reply.headers["content-type"]).toBe("text/csv; charset=utf-8");
    return reply.body.slice(1).trim().split("\r\n");
  };
  const all = await rows("admin");
  expect(all).toHaveLength(121);
  expect(all.slice(0, 3)).toEqual([
    "From,To,Seconds,State,Reasons",
    "2026-10-07T01:59:00.000Z,2026-10-07T02:00:00.000Z,60,Ready,",
    '2026-10-07T01:58:00.000Z,2026-10-07T01:59:00.000Z,60,Not ready,"No charged battery; Latch open"',
  ]);
  const theirs = await rows("harbor user");
  expect(theirs).toEqual(all.slice(0, 61));
});

test("the file of somebody who reads the station's time and °C has the offset of its site and °C", async () => {
  await sql`
    with site as (
      insert into sites (org_id, name, time_zone) select org_id, 'Reno', 'America/Denver' from stations where name = ${HARBOR} returning id
    ) update stations set site_id = site.id from site where stations.name = ${HARBOR}`.execute(db);
  onTestFinished(async () => void (await sql`delete from sites`.execute(db)));
  const entry = board.find(HARBOR, { orgId: orgs.harbor, admin: false });
  if (!entry) throw new Error("There is no such station.");
  const row: HistoryEntry = {
    from: "2026-10-08T11:59:00.000Z",
    until: "2026-10-08T12:00:00.000Z",
    kind: "not_ready",
    reasons: [historyReason("temperature", { fahrenheit: 125 })],
  };
  const cells = async (reader: Pick<Preferences, "time_zone" | "units">) =>
    (await historyColumns(db, entry, { ...reader, now: NOW })).map(([, valueOf]) => valueOf(row));
  expect(await cells(usualPreferences)).toEqual([row.from, row.until, 60, "Not ready", "125°F inside"]);
  expect(await cells({ time_zone: "station", units: "celsius" })).toEqual([
    "2026-10-08T05:59:00.000-06:00",
    "2026-10-08T06:00:00.000-06:00",
    60,
    "Not ready",
    "51.7°C inside",
  ]);
});

test("stations with more reasons than their rows have are listed with all of them, within an organization its own", async () => {
  const { evaluated } = evaluatedReadiness({ board, db, now: () => NOW, orgs });
  const three = (["latch", "gantry", "hexboard"] as const).map((code) => historyReason(code));
  const four = [...three, historyReason("drone")];
  await evaluated(HARBOR, "not_ready", four);
  await evaluated(FIELD, "not_ready", four);
  const listed = async (who: Who) => (await call(who, "/readiness/reasons")).json().stations;
  const [harbors, fields] = [HARBOR, FIELD].map((station) => ({ station, reasons: four }));
  expect(await listed("admin")).toEqual([harbors, fields]);
  expect(await listed("harbor user")).toEqual([harbors]);
  await evaluated(FIELD, "not_ready", three);
  expect(await listed("staff")).toEqual([harbors]);
});

test("all reasons are in the file, and groups are named in it and in the days", async () => {
  await emptyTables(db, ["readiness_evaluations", "readiness_changes"]);
  await recordEvaluation(db, NOW - 60_000);
  await recordEvaluation(db, NOW);
  await report(db, [reported("Gantry belt is torn", { station_name: HARBOR })]);
  const { rows } = await sql<{ id: number }>`select id from error_groups`.execute(db);
  const group_id = rows[0]?.id ?? 0;
  const readiness = {
    ...READY,
    state: "not_ready" as const,
    reasons: [
      historyReason("error_group", { group: "Gantry belt is torn", group_id }),
      historyReason("latch"),
      historyReason("gantry"),
      historyReason("hexboard"),
      historyReason("drone"),
    ],
  };
  const at = NOW - 60_000;
  await storeChanges(db, [
    readinessChange({ station: HARBOR, at, org_id: orgs.harbor, link: true, station_type: "atlas", readiness }),
  ]);
  const path = `/stations/${HARBOR}/readiness`;
  const named = `Gantry belt is torn (Group ${group_id})`;
  const { body } = await call("harbor user", `${path}/csv?from=2026-10-08T11:59:00Z&to=2026-10-08T12:00:00Z`);
  expect(body.trim().split("\r\n")[1]).toContain(
    `,"${named}; Latch open; Gantry not home; HexBoard not detected; Drone on the pad"`,
  );
  const reply = await call("harbor user", `${path}?from=2026-10-08T11:59:00Z`);
  const { history } = getStationReadiness.replies[200].parse(reply.json());
  expect(history?.days[0]?.causes).toEqual([{ state: "not_ready", title: named, seconds: 60 }]);
  // Without its title, which people can change.
  const { rows: stored } = await sql`select cause from readiness_changes`.execute(db);
  expect(stored).toEqual([{ cause: `Error of group ${group_id}` }]);
});

test("nothing happened in the first second of all years", async () => {
  const range = "from=0001-01-01T00:00:00Z&to=0001-01-01T00:00:01Z";
  const reply = await call("admin", `/stations/${HARBOR}/readiness?${range}`);
  const { history } = getStationReadiness.replies[200].parse(reply.json());
  expect(history).toMatchObject({ changes: [], days: [] });
  const file = await call("admin", `/stations/${HARBOR}/readiness/csv?${range}`);
  expect(file.body.trim().split("\r\n")).toHaveLength(1);
});

test.each([
  "?to=2026-10-08T00:00:00Z",
  "?from=2026-10-08T01:00:00Z&to=2026-10-08T01:00:00Z",
  "?from=2025-01-01T00:00:00Z&to=2026-10-01T00:00:00Z",
])("%s is refused", async (query) => {
  expect((await call("admin", `/stations/${HARBOR}/readiness${query}`)).statusCode).toBe(422);
});
