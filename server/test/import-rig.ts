import { defaultBrand } from "@groundcrew/shared/brand";
import { csvImport, importLine, type ImportKind } from "@groundcrew/shared/imports";
import type { StationType } from "@groundcrew/shared/telemetry";
import { z } from "zod";
import { auditRoutes } from "../src/audit/index.ts";
import { bulkActRoutes } from "../src/bulk-acts/index.ts";
import { importRoutes } from "../src/imports/index.ts";
import { siteRoutes } from "../src/sites/index.ts";
import { ssotRoutes } from "../src/ssot/index.ts";
import { rowOf } from "../src/stations/board/entry.ts";
import { editStationRoutes } from "../src/stations/index.ts";
import { addPeople, callsRig, type Who } from "./calls-rig.ts";
import { addEachStation } from "./stations.ts";

/** Fields of columns, and their titles. */
export const SSOT = ["Serial Number", "production_run_version", "lte_modem"];
export const TITLES = ["Serial Number", "Hardware Version", "LTE Modem"];
export const STATIONS = ["name", "serial_number", "station_type", "organization_name", "version_api"];
export const STATION_TITLES = ["Station", "Serial Number", "Type", "Organization", "API Version"];

const NO_PARTS = { support_metrics: false, telemetry: false, config: false, ssot: false, replaceables: false };

/** The calls about imports, and those that save the same by hand, with a clock that stands still. */
export async function importRig() {
  const clock = { now: Date.parse("2026-06-01T12:00:00.000Z") };
  const now = () => clock.now;
  const rig = await callsRig({
    now,
    add({ app, db, board, refresh }) {
      importRoutes(app, { db, brand: defaultBrand, now, refresh });
      ssotRoutes(app, { db, now, refresh });
      siteRoutes(app, { db, board, refresh });
      bulkActRoutes(app, { db, now, refresh, isUp: () => false, disconnect() {}, async endStreams() {} });
      auditRoutes(app, { db, keptDays: 730 });
      editStationRoutes(app, {
        db,
        board,
        brand: defaultBrand,
        now,
        refresh,
        geocode: async () => null,
        disconnect() {},
        async endStreams() {},
      });
    },
  });
  await addPeople(rig.db, rig.orgs);
  const { app, call } = rig;

  const fleet = fleetIn(rig);

  function upload(
    kind: ImportKind,
    file: string | Uint8Array,
    { who = "admin", type = "atlas" }: { who?: Who; type?: StationType } = {},
  ) {
    return app.inject({
      method: "POST",
      url: `/api/imports?kind=${kind}&station_type=${type}&file_name=file.csv`,
      headers: { cookie: who, "content-type": "text/csv" },
      payload: Buffer.from(file),
    });
  }

  /** Uploads a file and checks it with the fields of these columns. */
  async function check(kind: ImportKind, file: string | Uint8Array, columns: (string | null)[]) {
    const { id } = csvImport.parse((await upload(kind, file)).json());
    return checkAgain(id, { columns, clears: false });
  }

  async function checkAgain(id: number, body: { columns: (string | null)[]; clears: boolean; creates?: boolean }) {
    const reply = await call("admin", `/imports/${id}/check`, { method: "PUT", body });
    return { id, reply, lines: reply.statusCode === 200 ? await linesOf(id) : [] };
  }

  async function linesOf(id: number) {
    const { lines } = (await call("admin", `/imports/${id}/lines`)).json();
    return z.array(importLine).parse(lines);
  }

  const apply = (id: number, note = "") =>
    call("admin", `/imports/${id}/application`, { method: "PUT", body: { note } });
  const undo = (id: number) => call("admin", `/imports/${id}/application`, { method: "DELETE" });

  /** The site and the tags in an admin's row of a station. */
  function shown(station: string): { site_name?: string; tags?: string[]; cautions?: string[] } {
    const entry = rig.board.find(station, { orgId: null, admin: true });
    const { site_name, tags, cautions } = JSON.parse(entry ? rowOf(entry, NO_PARTS, true) : "{}");
    return { site_name, tags, cautions };
  }

  return { ...rig, ...fleet, shown, clock, upload, check, checkAgain, linesOf, apply, undo };
}

/** Stations to import something about, and what is saved of them. */
function fleetIn({ db, orgs }: Pick<Awaited<ReturnType<typeof callsRig>>, "db" | "orgs">) {
  let made = 0;
  /** Adds stations whose serial numbers begin with `Atlas` and are far from each other. */
  async function addFleet(count: number) {
    const stations = Array.from({ length: count }, () => {
      made += 1;
      return {
        name: `gc-00000002${made.toString(16).padStart(4, "0")}`,
        serial_number: `Atlas ${String(made * 11).padStart(4, "0")}`,
        org_id: orgs.harbor,
      };
    });
    await addEachStation(db, stations);
    return stations;
  }

  async function addEntry(station_name: string, entry: Record<string, string | boolean>) {
    const created = "2026-01-01T00:00:00.000Z";
    const row = { station_name, created, author: "Ann", entry: JSON.stringify(entry) };
    await db.insertInto("ssot_entries").values(row).execute();
  }

  async function entryOf(station: string) {
    return db
      .selectFrom("ssot_entries")
      .select(["author", "entry"])
      .where("station_name", "=", station)
      .orderBy("created", "desc")
      .limit(1)
      .executeTakeFirst();
  }

  function stationOf(name: string) {
    return db.selectFrom("stations").selectAll().where("name", "=", name).executeTakeFirst();
  }

  return { addEntry, addFleet, entryOf, stationOf };
}
