import { HOUR_MS } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { beforeEach } from "vitest";
import { auditRoutes } from "../src/audit/index.ts";
import { bulkActRoutes } from "../src/bulk-acts/routes.ts";
import { maintenanceRoutes } from "../src/maintenance/index.ts";
import { addPeople, callsRig, type Who } from "./calls-rig.ts";
import { emptyTables } from "./database.ts";
import { addStation } from "./stations.ts";

/** The calls of acts on several stations, with two stations of one customer and one of another. */
export async function bulkRig() {
  const clock = { ms: Date.now() };
  const disconnected: string[] = [];
  const online = new Set<string>();
  const { board, call, db, orgs } = await callsRig({
    now: () => clock.ms,
    add({ app, db, refresh }) {
      const links = {
        isUp: (name: string) => online.has(name),
        disconnect: (name: string) => disconnected.push(name),
        endStreams: async () => {},
      };
      auditRoutes(app, { db, keptDays: 730 });
      bulkActRoutes(app, { db, now: () => clock.ms, refresh, ...links });
      maintenanceRoutes(app, { db, now: () => clock.ms, product: "Groundcrew", refresh });
    },
  });
  await addPeople(db, orgs);
  const A = await addStation(db, { name: "gc-0000000000a1", org_id: orgs.harbor });
  const B = await addStation(db, { name: "gc-0000000000a2", org_id: orgs.harbor });
  const C = await addStation(db, { name: "gc-0000000000b1", org_id: orgs.field });
  const ALL = [A, B, C];

  beforeEach(async () => {
    clock.ms = Date.now();
    disconnected.length = 0;
    online.clear();
    const none = { maintenance_id: null, retired: null, edited: null, edited_by: null };
    await db
      .updateTable("stations")
      .set({ ...none, org_id: orgs.harbor })
      .execute();
    await db.updateTable("stations").set({ org_id: orgs.field }).where("name", "=", C).execute();
    await emptyTables(db, ["bulk_acts", "maintenance_windows", "support_log_entries", "idempotency_keys"]);
  });

  const rig = { call, db, clock };
  const stations = { A, B, C, ALL };
  return { ...rig, ...stations, ...bulkCalls(rig), ...bulkReads(rig), board, disconnected, online, orgs };
}

type Rig = Pick<Awaited<ReturnType<typeof callsRig>>, "call" | "db"> & { clock: { ms: number } };

function bulkCalls({ call, clock }: Rig) {
  const at = (ms: number) => new Date(clock.ms + ms).toISOString();
  const post = (who: Who, path: string, body: object = {}) => call(who, `/bulk-acts/${path}`, { method: "POST", body });
  const maintain = (who: Who, stations: string[], headers = {}) => {
    const body = { stations, why: "Firmware 1.4.3", until: at(HOUR_MS) };
    return call(who, "/bulk-acts/maintenance", { method: "POST", body, headers });
  };
  return { at, post, maintain };
}

function bulkReads({ call, db }: Rig) {
  /** The states of an act's stations by name. */
  async function outcomes(who: Who, id: number) {
    const { stations } = (await call(who, `/bulk-acts/${id}`)).json();
    const found: { station: string; state: string; reason: { code: string } | null }[] = stations;
    return Object.fromEntries(
      found.map(({ station, state, reason }) => [station, [state, reason?.code].join(" ").trim()]),
    );
  }

  function row(name: string) {
    return db
      .selectFrom("stations")
      .select(["org_id", "retired", "maintenance_id", "edited_by"])
      .where("name", "=", name)
      .executeTakeFirstOrThrow();
  }

  /** The site of a station, and its tags by name. */
  async function placed(name: string) {
    const { rows } = await sql<{ site_id: number | null; tags: string[] }>`
      select site_id, array(select t.name from tagged_stations g join station_tags t on t.id = g.tag_id
        where g.station_name = s.name order by t.name) as tags from stations s where name = ${name}`.execute(db);
    return rows[0];
  }

  /** The action of the newest act in the audit log, and what it changed. */
  async function audited() {
    const found = await sql<{ action: string; target: string }>`
      select action, target from audit_entries
      where request_id = (select request_id from audit_entries order by id desc limit 1) order by target`.execute(db);
    return found.rows.map(({ action, target }) => `${action} ${target}`);
  }

  /** The changes of the latest act that somebody sees in the audit log. */
  async function latestChanges(who: Who): Promise<{ before: unknown; after: unknown }[]> {
    const { acts } = (await call(who, "/audit?outcome=changes")).json();
    const { entries } = (await call(who, `/audit/acts/${acts[0].id}`)).json();
    const found: { before: unknown; after: unknown }[] = entries;
    return found.map(({ before, after }) => ({ before, after }));
  }
  return { outcomes, placed, row, audited, latestChanges };
}
