import { randomUUID } from "node:crypto";
import type { Db } from "../../src/platform/db/index.ts";
import { FOR_ADMINS } from "./texts.ts";

/** Adds what staff did for an organization to the audit log, also for what is for admins only. Returns the id of what its managers see. */
export async function addAudited(db: Db, org_id: number, station: string): Promise<number> {
  const by = { actor_kind: "user" as const, actor: "someone@staff.example", ip: "192.0.2.1", org_id };
  const of = { ...by, request_id: randomUUID(), target: `station ${station}`, after: JSON.stringify({ why: "x" }) };
  const note = JSON.stringify({ content: FOR_ADMINS });
  const rows = [
    { ...of, action: "startMaintenance" },
    { ...of, action: "createSupportLogEntry", request_id: randomUUID(), after: note },
    { ...of, action: "changeAlertOwner", request_id: randomUUID(), after: note },
  ];
  const added = await db.insertInto("audit_entries").values(rows).returning("id").execute();
  return added[0]?.id ?? 0;
}
