import { sql, type RawBuilder } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { testDatabase } from "../../../test/database.ts";
import { inTransaction, type SharedDb } from "../../platform/db/index.ts";
import { insertAudit, insertAudits, type AuditSource } from "../index.ts";
import { verifyChain } from "./verify-chain.ts";

const { db, asOwner } = await testDatabase();

const source: AuditSource = {
  principal: { kind: "server" },
  action: "editStation",
  requestId: "request",
  ip: "203.0.113.9",
  agent: "Mozilla/5.0",
};
const notes = Array.from({ length: 5 }, (_, nth) => ({
  target: `station gc-${nth}`,
  orgId: null,
  before: { description: "Önce\n1.50", nested: [1, { yes: true }] },
  after: { description: `Later ${nth}` },
}));

/** Runs a statement as an attacker with the rights of the owner would. */
async function tamper(statement: RawBuilder<unknown>): Promise<void> {
  await asOwner(sql`
    do $$ begin
      alter table audit_entries disable trigger user;
      alter table audit_chain disable trigger user;
      alter table audit_chain drop constraint audit_chain_entry_id_fkey;
    end $$`);
  await asOwner(statement);
  await asOwner(sql`
    do $$ begin
      alter table audit_entries enable trigger user;
      alter table audit_chain enable trigger user;
      alter table audit_chain add constraint audit_chain_entry_id_fkey foreign key (entry_id) references audit_entries not valid;
    end $$`);
}

/** Id of the entry at a position. */
async function entryAt(position: number): Promise<number> {
  const found = await sql<{ entry_id: number }>`
    select entry_id from audit_chain where position = ${position}`.execute(db);
  return found.rows[0]?.entry_id ?? 0;
}

beforeEach(async () => {
  await tamper(sql`
    do $$ begin
      delete from audit_chain;
      delete from audit_entries;
      update audit_chain_ends set position = 0, hash = start_hash;
    end $$`);
  await inTransaction(db, (tx) => insertAudits(tx, source, notes));
  await insertAudit(db, source, { target: "organization 1", orgId: null });
});

test("entries that nobody has changed fit, in the order in which they were committed", async () => {
  const { entries, end, broken } = await verifyChain(db);
  expect({ entries, broken, position: end.position }).toEqual({ entries: 6, broken: null, position: 6 });
  expect(end.hash).toMatch(/^[0-9a-f]{64}$/);
});

test("entries that are added at the same time all get a place in the chain", async () => {
  await Promise.all(
    Array.from({ length: 20 }, (_, nth) =>
      inTransaction(db, (tx) => insertAudits(tx, { ...source, requestId: `r${nth}` }, notes)),
    ),
  );
  expect(await verifyChain(db)).toMatchObject({ entries: 106, end: { position: 106 }, broken: null });
});

test("a transaction that is rolled back leaves the chain as it was", async () => {
  const before = await verifyChain(db);
  const failing = inTransaction(db, async (tx) => {
    await insertAudit(tx, source, { target: "organization 2", orgId: null });
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(await verifyChain(db)).toEqual(before);
});

test("the entries of a transaction are linked by one update of the end of the chain, those after a savepoint one after another", async () => {
  await inTransaction(db, async (tx) => {
    const before = await linkAll(tx);
    for (const note of notes) await insertAudit(tx, source, note);
    await insertAudits(tx, source, notes);
    expect(await linkAll(tx)).toBe(before + 1);
    await sql`savepoint later`.execute(tx);
    await insertAudits(tx, source, notes.slice(0, 2));
    expect(await linkAll(tx)).toBe(before + 3);
  });
  expect(await verifyChain(db)).toMatchObject({ entries: 18, broken: null, end: { position: 18 } });
});

test("links are looked up in an index, also by a plan that was made while the chain was short", async () => {
  await asOwner(sql`analyze audit_chain`);
  await inTransaction(db, async (tx) => {
    const before = await scans(tx);
    await insertAudits(tx, source, notes);
    await linkAll(tx);
    expect(await scans(tx)).toBe(before);
  });
});

/** How often this connection has read the whole chain lately. */
async function scans(tx: SharedDb): Promise<number> {
  const found = await sql<{ scans: number }>`
    select seq_scan as scans from pg_stat_xact_user_tables where relname = 'audit_chain'`.execute(tx);
  return found.rows[0]?.scans ?? 0;
}

/** Links what has been added so far, and returns how often this connection has updated the end of the chain lately. */
async function linkAll(tx: SharedDb): Promise<number> {
  await sql`set constraints all immediate`.execute(tx);
  await sql`set constraints all deferred`.execute(tx);
  const found = await sql<{ updates: number }>`
    select n_tup_upd as updates from pg_stat_xact_user_tables where relname = 'audit_chain_ends'`.execute(tx);
  return found.rows[0]?.updates ?? 0;
}

test("more entries than are linked at once all get a place in the chain", async () => {
  await asOwner(sql`
    insert into audit_entries (actor_kind, actor, request_id, action, target)
    select 'server', 'server', 'many', 'editStation', 'station gc-' || n from generate_series(1, 10500) n`);
  expect(await verifyChain(db)).toMatchObject({ entries: 10_506, broken: null });
});

test("a transaction that has added an entry keeps no other one waiting until it is committed", async () => {
  await inTransaction(db, async (tx) => {
    await insertAudit(tx, source, { target: "organization 3", orgId: null });
    await inTransaction(db, (other) => insertAudit(other, source, { target: "organization 4", orgId: null }));
  });
  expect(await verifyChain(db)).toMatchObject({ entries: 8, broken: null });
});

test.each([
  ["actor", sql`actor = 'someone else'`],
  ["time", sql`at = at + interval '1 microsecond'`],
  ["address", sql`ip = null`],
  ["program", sql`agent = 'curl'`],
  ["action", sql`action = 'logIn'`],
  ["target", sql`target = 'station gc-9'`],
  ["organization", sql`org_id = (select id from new_organization)`],
  ["values before", sql`before = before || '{"description": "x"}'`],
  ["values after", sql`after = null`],
])("an entry whose %s was changed is found", async (_, assignment) => {
  const id = await entryAt(3);
  await tamper(sql`
    with new_organization as (insert into organizations (name) values (gen_random_uuid()::text) returning id)
    update audit_entries set ${assignment} where id = ${sql.lit(id)}`);
  const { broken } = await verifyChain(db);
  expect(broken).toMatchObject({ position: 3, entry: id, reason: "changed" });
});

test("an entry that was removed is found, with and without its link", async () => {
  const id = await entryAt(2);
  await tamper(sql`delete from audit_entries where id = ${sql.lit(id)}`);
  expect((await verifyChain(db)).broken).toMatchObject({ position: 2, entry: null, reason: "missing" });
  await tamper(sql`delete from audit_chain where entry_id = ${sql.lit(id)}`);
  expect((await verifyChain(db)).broken).toMatchObject({ position: 3, reason: "missing" });
});

test("the last entries that were removed with their links are missing at the end of the chain", async () => {
  const id = await entryAt(6);
  await tamper(sql`
    with gone as (delete from audit_chain where entry_id = ${sql.lit(id)}) delete from audit_entries where id = ${sql.lit(id)}`);
  expect((await verifyChain(db)).broken).toMatchObject({ position: 6, entry: null, reason: "cut off" });
});

test("an entry that was added without a link is found", async () => {
  await tamper(sql`
    insert into audit_entries (actor_kind, actor, request_id, action, target) values ('user', 'x', 'y', 'logIn', 'user x')`);
  expect((await verifyChain(db)).broken).toMatchObject({ reason: "not linked" });
});

test("a chain that was computed again after a change does not have the end that was noted before", async () => {
  const noted = (await verifyChain(db)).end;
  const id = await entryAt(4);
  await tamper(sql`
    do $$
    declare
      entry audit_entries;
      last bytea;
      count bigint := 0;
    begin
      update audit_entries set actor = 'someone else' where id = ${sql.lit(id)};
      select start_hash into last from audit_chain_ends;
      for entry in select e.* from audit_chain c join audit_entries e on e.id = c.entry_id order by c.position loop
        count := count + 1;
        last := audit_hash(last, entry);
        update audit_chain set hash = last where position = count;
      end loop;
      update audit_chain_ends set hash = last;
    end $$`);
  expect((await verifyChain(db)).broken).toBeNull();
  expect((await verifyChain(db, { noted: [noted] })).broken).toMatchObject({ position: 6, reason: "replaced" });
});

test("a server can write neither to the chain nor to its end", async () => {
  for (const statement of [
    sql`insert into audit_chain (position, entry_id, hash) values (99, 99, '')`,
    sql`update audit_chain set hash = ''`,
    sql`delete from audit_chain`,
    sql`update audit_chain_ends set position = 0`,
  ]) {
    await expect(statement.execute(db)).rejects.toThrow("permission denied");
  }
});
