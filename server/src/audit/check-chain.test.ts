import pino from "pino";
import { sql } from "kysely";
import { register } from "prom-client";
import { expect, test } from "vitest";
import { testDatabase } from "../../test/database.ts";
import { insertAudit, startAuditChecks } from "./index.ts";

const { db, asOwner } = await testDatabase();

async function isBroken(): Promise<number | undefined> {
  const found = await register.getSingleMetric("groundcrew_audit_log_broken")?.get();
  return found?.values[0]?.value;
}

test("a change of the audit log is reported by the server that does the regular work, and no longer when it stops", async () => {
  const source = { principal: { kind: "server" }, action: "editStation", requestId: "request", ip: null } as const;
  await insertAudit(db, source, { target: "station gc-1", orgId: null });
  await asOwner(sql`
    do $$ begin
      alter table audit_entries disable trigger user;
      update audit_entries set target = 'station gc-2';
    end $$`);
  const checks = startAuditChecks({ db, now: Date.now, log: pino({ level: "silent" }) });
  await expect.poll(isBroken).toBe(1);
  await checks.stop();
  expect(await isBroken()).toBe(0);
});
