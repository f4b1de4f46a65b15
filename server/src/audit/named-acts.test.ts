import type { AuditAct } from "@groundcrew/shared/audit";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import { expect, test } from "vitest";
import { auditRig } from "../../test/audit-rig.ts";
import { FIELD, HARBOR } from "../../test/calls-rig.ts";

const rig = await auditRig();
const { db, ago, byManager } = rig;
const { harbor } = rig.orgs;

test("what was deleted has the name that it had, and acts of one call are distinguished", async () => {
  const entry = { ...byManager, org_id: harbor };
  const at = (minutes: number) => ({ request_id: `named ${minutes}`, at: ago(minutes * MINUTE_MS) });
  const json = JSON.stringify;
  await db
    .insertInto("audit_entries")
    .values([
      { ...entry, ...at(40), action: "createChannel", target: "channel 999", after: json({ name: "Night shift" }) },
      { ...entry, ...at(41), action: "deleteChannel", target: "channel 999", before: json({ name: "Night shift" }) },
      { ...entry, ...at(42), action: "deleteAlertRule", target: "alert rule 999", before: json({ name: "Too hot" }) },
      // A name within is not that of the station.
      { ...entry, ...at(43), action: "takeImages", target: `station ${FIELD}`, after: json({ name: "cam0" }) },
      { ...entry, ...at(44), action: "changeAlertOwner", target: "alert 999", after: json({ act: "release" }) },
      {
        ...entry,
        ...at(45),
        action: "editStation",
        target: `station ${HARBOR}`,
        before: json({ api_password_hash: "set", shipped: null, description: "As before" }),
        after: json({ api_password_hash: "set", shipped: "2026-03-01", description: "Roof" }),
      },
    ])
    .execute();
  for (const who of ["admin", "harbor manager"] as const) {
    const { acts }: { acts: AuditAct[] } = (await rig.call(who, `/audit?from=${ago(46 * MINUTE_MS)}`)).json();
    expect(acts.filter(({ request }) => request.startsWith("named"))).toMatchObject([
      { target: { name: "Night shift" } },
      { target: { name: "Night shift" } },
      { target: { name: "Too hot" } },
      { target: { name: expect.not.stringContaining("cam0") } },
      { act: "release", changed: [] },
      { act: null, changed: ["description", "shipped"] },
    ]);
  }
});
