import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { addMedia, addUpload } from "../../test/access/media.ts";
import { addCustomer, TIME, type Ids } from "../../test/access/seed.ts";
import { testDatabase } from "../../test/database.ts";
import { diskStore } from "../files/index.ts";
import { Scope } from "../http/index.ts";
import { everyTenant, inTransaction, scoped, type Db, type SharedDb } from "./connect.ts";
import type { TenantTables } from "./tenant-tables.ts";

/** Does not compile when a table is missing or is no tenant's. */
const TENANT_TABLES = Object.keys({
  camera_images: true,
  captures: true,
  image_uploads: true,
  limited_stations: true,
  organization_history: true,
  quarantined_events: true,
  replaceables_entries: true,
  ssot_entries: true,
  station_configs: true,
  station_error_counts: true,
  station_error_days: true,
  station_errors: true,
  station_events: true,
  station_history: true,
  station_locations: true,
  station_snapshots: true,
  station_states: true,
  stations: true,
  streams: true,
  support_log_alerts: true,
  support_log_entries: true,
  support_log_entry_tags: true,
  support_log_status_changes: true,
} satisfies Record<keyof TenantTables, true>);

const { db, shared } = await testDatabase();
const folder = await mkdtemp(join(tmpdir(), "scopes-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const [ours, theirs] = [await addEverything("Harbor Air", "a"), await addEverything("Northfield Agri", "b")];
const [inOurs, inTheirs] = [scoped(shared, scopeOf(ours.org)), scoped(shared, scopeOf(theirs.org))];

test("a query of a tenant's table does not compile without a scope", () => {
  const refused = (plain: SharedDb) => [
    // @ts-expect-error: it is no table of a handle without a scope
    () => plain.selectFrom("stations"),
    // @ts-expect-error: nor to be joined
    () => plain.selectFrom("organizations").innerJoin("stations", "stations.org_id", "organizations.id"),
    // @ts-expect-error: nor to be written
    () => plain.updateTable("station_errors"),
    // @ts-expect-error: what needs tenants takes no handle without them
    () => needsTenants(plain),
    // @ts-expect-error: nor a transaction of one
    () => inTransaction(plain, needsTenants),
    // @ts-expect-error: a scope cannot be made up
    () => scoped(plain, { orgId: null, admin: true, sees: () => true }),
  ];
  expect(refused(shared)).toHaveLength(6);
  expect(() => scoped(db, scopeOf(ours.org))).not.toThrow();
});

test.each(TENANT_TABLES)("of %s a scope shows its own rows, and without one there is none", async (table) => {
  const [all, own, other] = [await rowsOf(db, table), await rowsOf(inOurs, table), await rowsOf(inTheirs, table)];
  expect(own.length).toBeGreaterThan(0);
  expect(other).toHaveLength(own.length);
  expect([...own, ...other].toSorted()).toEqual(all.toSorted());
  expect(await rowsOf(shared, table)).toEqual([]);
});

test("every table of tenants is guarded, from its owner too, and no other is", async () => {
  const { rows } = await sql<{ name: string; is_forced: boolean; policies: number }>`
    select relname as name, relforcerowsecurity as is_forced,
      (select count(*) from pg_policy where polrelid = pg_class.oid) as policies
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relrowsecurity
    order by relname`.execute(db);
  expect(rows).toEqual(TENANT_TABLES.map((name) => ({ name, is_forced: true, policies: 1 })));
});

test("a scope changes and removes nothing of another tenant, and cannot add to it", async () => {
  const changed = await inOurs.updateTable("stations").set({ description: "Changed" }).executeTakeFirstOrThrow();
  expect(changed.numUpdatedRows).toBe(1n);
  const untouched = db.selectFrom("stations").select("description").where("name", "=", theirs.station);
  expect(await untouched.executeTakeFirstOrThrow()).toEqual({ description: "" });
  const gone = await inOurs
    .deleteFrom("station_snapshots")
    .where("station_name", "=", theirs.station)
    .executeTakeFirst();
  expect(gone.numDeletedRows).toBe(0n);
  const refusal = "new row violates row-level security policy";
  const place = { station_name: theirs.station, purpose: "service", lat: 1, lng: 1 } as const;
  await expect(inOurs.insertInto("station_locations").values(place).execute()).rejects.toThrow(refusal);
  await expect(inOurs.updateTable("stations").set({ org_id: theirs.org }).execute()).rejects.toThrow(refusal);
  const fresh = { name: "gc-fresh", serial_number: "s", station_type: "atlas", org_id: theirs.org } as const;
  await expect(inOurs.insertInto("stations").values(fresh).execute()).rejects.toThrow(refusal);
  await expect(
    sql`insert into captures (id, station_name, lights_on, created)
    values ('c', ${ours.station}, false, now())`.execute(shared),
  ).rejects.toThrow(refusal);
});

test("scopes that take turns on the same connections never see each other's rows", async () => {
  const seen = await Promise.all(
    Array.from({ length: 60 }, async (_, number) => {
      const [handle, name] = number % 2 === 0 ? [inOurs, ours.station] : [inTheirs, theirs.station];
      if (number % 5 === 0) await inTransaction(handle, () => Promise.reject(new Error("undone"))).catch(() => {});
      if (number % 7 === 0) await sql`select 1 / 0`.execute(handle).catch(() => {});
      const rows = await inTransaction(handle, (tx) => tx.selectFrom("stations").select("name").execute());
      return rows.every((row) => row.name === name) && rows.length === 1;
    }),
  );
  expect(seen).toEqual(seen.map(() => true));
});

test("the provider's users and the server itself see every tenant, and who is not known none", async () => {
  const provider = Scope.of({ kind: "api_key", id: 1, orgId: ours.org, provider: true });
  const nobody = Scope.of({ kind: "anonymous" });
  const names = async (handle: Db) =>
    (await handle.selectFrom("stations").select("name").orderBy("name").execute()).length;
  expect(await names(scoped(shared, provider))).toBe(2);
  expect(await names(everyTenant(shared))).toBe(2);
  expect(await names(scoped(shared, nobody))).toBe(0);
});

test("a scope is not chosen in the middle of a transaction", async () => {
  const chosen = inTransaction(shared, async (tx) => scoped(tx, scopeOf(ours.org)));
  await expect(chosen).rejects.toThrow("before a transaction in it begins");
});

function needsTenants(handle: Db): Promise<unknown> {
  return handle.selectFrom("stations").select("name").execute();
}

function scopeOf(orgId: number): Scope {
  return Scope.of({ kind: "api_key", id: 1, orgId, provider: false });
}

/** The places of the rows that a handle shows, by raw SQL that asks for no organization. */
async function rowsOf(handle: SharedDb | Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ place: string }>`select ctid::text as place from ${sql.table(table)}`.execute(handle);
  return rows.map(({ place }) => place);
}

/** A customer with a row in every table. */
async function addEverything(name: string, letter: string): Promise<Ids> {
  const customer = await addCustomer(db, name, letter);
  const station_name = customer.station;
  await addMedia(db, diskStore(folder), customer);
  await addUpload(db, station_name);
  const entry_id = customer.entry;
  await db.insertInto("support_log_alerts").values({ entry_id, target: "someone@alerts.example" }).execute();
  const change = { entry_id, author: "someone", status_before: "note", status_after: "incident_pending" };
  await db.insertInto("support_log_status_changes").values(change).execute();
  const event = { station_name, event_id: "e1", kind: "door", happened: TIME, facts: "{}" };
  await db.insertInto("station_events").values(event).execute();
  const limited = {
    station_name,
    since: TIME,
    last_limited: TIME,
    per_minute: 1,
    limited_by: "errors_per_day",
  } as const;
  await db.insertInto("limited_stations").values(limited).execute();
  const times = { first_received: TIME, last_received: TIME };
  const message = {
    fingerprint: Buffer.alloc(32, letter),
    event_id: null,
    reason: "invalid",
    detail: "",
    payload: "{",
    bytes: 1,
  };
  await db
    .insertInto("quarantined_events")
    .values({ station_name, ...message, ...times })
    .execute();
  return customer;
}
