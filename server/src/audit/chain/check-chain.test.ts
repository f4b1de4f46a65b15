import { DAY_MS, HOUR_MS } from "@groundcrew/shared/lib";
import pino from "pino";
import { sql, type RawBuilder } from "kysely";
import { register } from "prom-client";
import { beforeEach, expect, test } from "vitest";
import { testDatabase } from "../../../test/database.ts";
import { findCheck } from "./check-queries.ts";
import { insertAudit, startAuditChecks, type AuditSource } from "../index.ts";

const { db, asOwner } = await testDatabase();
const log = pino({ level: "silent" });
const source: AuditSource = { principal: { kind: "server" }, action: "editStation", requestId: "request", ip: null };
let now = Date.parse("2026-11-21T08:00:00.000Z");

async function brokenMetric(): Promise<number | undefined> {
  const found = await register.getSingleMetric("groundcrew_audit_log_broken")?.get();
  return found?.values[0]?.value;
}

/** Lets some time pass and verifies once, as every hour. Returns why the log is broken; null if it is not. */
async function checkAfter(ms: number): Promise<string | null> {
  now += ms;
  const checks = startAuditChecks({ db, now: () => now, log });
  await expect.poll(async () => (await findCheck(db))?.checked).toBe(new Date(now).toISOString());
  const reason = (await findCheck(db))?.broken?.reason ?? null;
  // The metric follows what is stored.
  await expect.poll(brokenMetric).toBe(reason === null ? 0 : 1);
  await checks.stop();
  return reason;
}

/** Runs statements as an attacker with the rights of the owner would. */
async function tamper(statements: RawBuilder<unknown>): Promise<void> {
  await asOwner(sql`
    do $$ begin
      alter table audit_entries disable trigger user;
      alter table audit_chain disable trigger user;
      ${statements};
      alter table audit_entries enable trigger user;
      alter table audit_chain enable trigger user;
    end $$`);
}

const add = (target: string) => insertAudit(db, source, { target, orgId: null });
const change = (from: string, to: string) =>
  tamper(sql`update audit_entries set target = ${sql.lit(to)} where target = ${sql.lit(from)}`);

beforeEach(async () => {
  await tamper(sql`
    delete from audit_checks;
    delete from audit_chain;
    delete from audit_entries;
    update audit_chain_ends set position = 0, hash = start_hash`);
  await add("station gc-1");
  await add("station gc-2");
});

test("a change of the audit log is reported by the server that does the regular work, and no longer when it stops", async () => {
  await change("station gc-2", "station gc-9");
  expect(await checkAfter(0)).toBe("changed");
  expect(await brokenMetric()).toBe(0);
});

test("each hour what was added since is verified, and each week everything", async () => {
  expect(await checkAfter(0)).toBeNull();
  await change("station gc-1", "station gc-9");
  await add("station gc-3");
  expect(await checkAfter(HOUR_MS)).toBeNull();
  expect((await findCheck(db))?.entries).toBe(3);
  expect(await checkAfter(7 * DAY_MS)).toBe("changed");
  // A break stays one, however little is verified.
  expect(await checkAfter(HOUR_MS)).toBe("changed");
  await change("station gc-9", "station gc-1");
  expect(await checkAfter(HOUR_MS)).toBeNull();
});

test("an entry that was added since, and then changed, is found within an hour", async () => {
  expect(await checkAfter(0)).toBeNull();
  await add("station gc-3");
  await add("station gc-4");
  await change("station gc-3", "station gc-9");
  expect(await checkAfter(HOUR_MS)).toBe("changed");
});

test("an entry that was added past the chain is found within an hour", async () => {
  expect(await checkAfter(0)).toBeNull();
  await tamper(sql`
    insert into audit_entries (actor_kind, actor, request_id, action, target) values ('user', 'x', 'y', 'logIn', 'user x')`);
  expect(await checkAfter(HOUR_MS)).toBe("not linked");
  expect(await checkAfter(HOUR_MS)).toBe("not linked");
});

test("a chain that was cut off or computed again stays broken", async () => {
  expect(await checkAfter(0)).toBeNull();
  await tamper(sql`
    update audit_chain set hash = sha256('other') where position = 2;
    update audit_chain_ends set hash = sha256('other')`);
  for (const wait of [HOUR_MS, HOUR_MS, 8 * DAY_MS]) expect(await checkAfter(wait)).not.toBeNull();
});
