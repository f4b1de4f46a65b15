import { DAY_MS } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "../../test/database.ts";
import { insertAudit, removeOldEntries, verifyChain, type AuditSource } from "./index.ts";

const { db } = await testDatabase();
const now = Date.now();
const source: AuditSource = { principal: { kind: "server" }, action: "editStation", requestId: "r", ip: null };
const remove = (days: number) => removeOldEntries(db, { days, now, signal: new AbortController().signal });

async function add(days: number): Promise<void> {
  const row = { actor_kind: "server", actor: "server", action: "editStation", target: "station gc-1" } as const;
  const at = new Date(now - days * DAY_MS).toISOString();
  await db
    .insertInto("audit_entries")
    .values({ ...row, request_id: `${days} days`, at })
    .execute();
}

test("entries that are too old are removed from the start of the chain, the rest still fits, and the removal is recorded", async () => {
  for (const days of [900, 800, 731, 729, 800, 1]) await add(days);
  const since = await verifyChain(db);
  const noted = since.end;
  await remove(730);
  const rows = await db.selectFrom("audit_entries").select(["request_id", "action"]).orderBy("id").execute();
  // An older one after a newer one stays until that is removed.
  expect(rows.map(({ request_id }) => request_id)).toEqual(["729 days", "800 days", "1 days", "retention"]);
  expect(rows.at(-1)).toMatchObject({ action: "removeAuditEntries" });
  // What was verified up to an entry that has been removed is verified from where the chain starts now.
  expect((await verifyChain(db, { since: { ...since, end: { position: 1, hash: "00" } } })).broken).toBeNull();
  expect(await verifyChain(db, { noted: [noted], since })).toMatchObject({ broken: null, end: { position: 7 } });
  expect(await verifyChain(db, { noted: [noted] })).toMatchObject({ entries: 4, broken: null, end: { position: 7 } });
  await remove(730);
  expect((await verifyChain(db)).entries).toBe(4);
  await insertAudit(db, source, { target: "station gc-1", orgId: null });
  expect((await verifyChain(db)).broken).toBeNull();
});

test("a server can remove no entry of the last year", async () => {
  await expect(remove(364)).rejects.toThrow("entries of the last year are kept");
  await sql`select set_config('groundcrew.removing_audit', 'on', false)`.execute(db);
  await expect(sql`delete from audit_entries`.execute(db)).rejects.toThrow("permission denied");
});
