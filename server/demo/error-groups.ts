import { DAY_MS } from "@groundcrew/shared/lib";
import { connectWithoutTimeouts, inTransaction, type Db } from "../src/db/index.ts";
import { groupOldErrors, markArchived, noteGroups, updateGroupStates } from "../src/error-groups/index.ts";
import { noteOwnership, setOwner } from "../src/ownership/index.ts";
import { DEMO_ADMIN } from "../src/users/index.ts";
import { findAccount, markRegressed, selectOngoing } from "./group-queries.ts";

/** A larger demo is grouped by the server while it runs, because that takes longer than its start should. */
const STATIONS_MAX = 200;

/** Groups the errors of the demo, and lets people have resolved, archived and acknowledged some of the groups. */
export async function actOnGroups(url: string, { now, stations }: { now: number; stations: number }): Promise<void> {
  if (stations > STATIONS_MAX) return;
  const db = connectWithoutTimeouts(url);
  try {
    await groupOldErrors(db, new AbortController().signal);
    await updateGroupStates(db, now);
    await inTransaction(db, (tx) => act(tx, now));
  } finally {
    await db.destroy();
  }
}

async function act(tx: Db, now: number): Promise<void> {
  const admin = await findAccount(tx, DEMO_ADMIN);
  const [owned, regressed, archived] = await selectOngoing(tx);
  if (!admin || !owned || !regressed || !archived) return;
  const subject = { kind: "group" as const, subject: String(owned.id) };
  await setOwner(tx, subject, { ownerId: admin.id, byId: admin.id, by: admin.name, acknowledged: true, note: null });
  await noteOwnership(tx, subject, { action: "acknowledged", author: admin.name, owner: admin.name });
  await markRegressed(tx, regressed.id, { by: "Lee Tran", solution: "Cleaned the rail and homed all axes." });
  const at = new Date(now).toISOString();
  const archive = {
    until: new Date(now + 14 * DAY_MS).toISOString(),
    errors: null,
    stations: null,
    newer_than: null,
    if_escalates: true,
    why: "The spare part arrives in two weeks.",
  };
  await markArchived(tx, [archived.id], { ...archive, by: "Priya Nair", at });
  await noteGroups(tx, [archived.id], {
    at,
    kind: "archived",
    author: "Priya Nair",
    note: archive.why,
    details: archive,
  });
}
