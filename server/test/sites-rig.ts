import { sql } from "kysely";
import { bulkActRoutes } from "../src/bulk-acts/index.ts";
import { siteRoutes } from "../src/sites/index.ts";
import type { SharedDb } from "../src/platform/db/index.ts";
import { rowOf } from "../src/stations/board/entry.ts";
import { addRule } from "./access/seed.ts";
import { addPeople, callsRig, HARBOR, type Who } from "./calls-rig.ts";
import { emptyTables, valuesIn } from "./database.ts";

const NOTHING = { support_metrics: false, telemetry: false, config: false, ssot: false, replaceables: false };

const EMPTIED = [
  "tagged_stations",
  "station_tags",
  "unsuggested_stations",
  "alert_rules",
  "saved_views",
  "wallboards",
] as const;

/** Adds a view that is shared with an organization; returns its id. */
export async function addView(db: SharedDb, orgId: number, settings: object): Promise<number> {
  const row = { org_id: orgId, owner_id: null, name: "Mine", settings: JSON.stringify(settings), shared: true };
  const added = await db
    .insertInto("saved_views")
    .values({ ...row, changed_by: "Ann" })
    .returning("id")
    .executeTakeFirstOrThrow();
  return added.id;
}

/** Adds a wallboard of an organization; returns its id. */
export async function addWallboard(db: SharedDb, orgId: number, view: object): Promise<number> {
  const row = { org_id: orgId, name: "Hall", view: JSON.stringify(view), pages: ["now"], turn_s: 20, theme: "dark" };
  const secret = { token_name: `t${orgId}`, secret_hash: Buffer.alloc(32), ends: "2100-01-01T00:00:00Z" };
  const added = await db
    .insertInto("wallboards")
    .values({ ...row, ...secret })
    .returning("id")
    .executeTakeFirstOrThrow();
  return added.id;
}

/** The calls about sites and tags, with one station of each of two customers. */
export async function sitesRig() {
  const now = () => Date.now();
  const rig = await callsRig({
    now,
    add({ app, db, board, refresh }) {
      siteRoutes(app, { db, board, refresh });
      bulkActRoutes(app, { db, now, refresh, isUp: () => false, disconnect() {}, async endStreams() {} });
    },
  });
  const { board, call, db } = rig;
  await addPeople(db, rig.orgs);

  let seen = 0;

  /** Removes all sites and tags, also from stations. */
  async function clear(): Promise<void> {
    await db.updateTable("stations").set({ site_id: null }).execute();
    await emptyTables(db, EMPTIED);
    await db.deleteFrom("sites").execute();
    seen = Number((await valuesIn(db, "audit_entries", "id")).at(-1) ?? 0);
  }

  async function makeSite(who: Who, site: object): Promise<{ id: number; rev: number }> {
    const reply = await call(who, "/sites", { method: "POST", body: { sites: [site] } });
    if (reply.statusCode !== 201) throw new Error(reply.body);
    return reply.json()[0];
  }

  async function makeTag(who: Who, tag: object): Promise<{ id: number; rev: number }> {
    const reply = await call(who, "/station-tags", { method: "POST", body: tag });
    if (reply.statusCode !== 201) throw new Error(reply.body);
    return reply.json();
  }

  /** Places a station; returns the status. */
  async function place(who: Who, body: object, station = HARBOR): Promise<number> {
    return (await call(who, "/bulk-acts/place", { method: "POST", body: { stations: [station], ...body } })).statusCode;
  }

  /** The site and the tags in a station's row. */
  function shown(isAdmin: boolean, station = HARBOR) {
    const entry = board.find(station, { orgId: null, admin: true });
    const { site_id, site_name, tags, cautions } = JSON.parse(entry ? rowOf(entry, NOTHING, isAdmin) : "{}");
    return { site_id, site_name, tags, cautions };
  }

  /** Adds an alert rule of an organization for some stations. */
  async function addScope(orgId: number, scope: object): Promise<number> {
    const id = await addRule(db, orgId, "A rule");
    await sql`update alert_rules set scope = ${JSON.stringify(scope)}::jsonb where id = ${id}`.execute(db);
    return id;
  }

  async function scopeOf(rule: number): Promise<unknown> {
    const found = await sql<{ scope: unknown }>`select scope from alert_rules where id = ${rule}`.execute(db);
    return found.rows[0]?.scope;
  }

  /** The entries of the audit log about an action since all was removed. */
  async function audited(action: string) {
    return db
      .selectFrom("audit_entries")
      .select(["action", "target", "org_id", "before", "after"])
      .where("action", "=", action)
      .where("id", ">", seen)
      .orderBy("id")
      .execute();
  }

  return { ...rig, clear, makeSite, makeTag, place, shown, addScope, scopeOf, audited };
}
