import { DAY_MS } from "@groundcrew/shared/lib";
import { connectWithoutTimeouts, inTransaction, type Db } from "../src/platform/db/index.ts";
import { groupOldErrors, markArchived, addGroupHistory, updateGroupStates } from "../src/error-groups/index.ts";
import { addOwnershipHistory, setOwner, type Subject } from "../src/ownership/index.ts";
import { DEMO_ADMIN } from "../src/users/index.ts";
import {
  backdateOwnership,
  findAccounts,
  markRegressed,
  selectOngoing,
  selectUnowned,
  type DemoGroup,
} from "./group-queries.ts";

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
  const people = await findAccounts(tx, [DEMO_ADMIN, "lee@groundcrew.example", "priya@groundcrew.example"]);
  const [admin, lee, priya] = people;
  const [owned, regressed, archived, taken, waiting] = await selectOngoing(tx);
  if (!admin || !lee || !priya || !owned || !regressed || !archived) return;
  const acknowledged = { by: admin, acknowledged: true };
  await haveOwner(tx, groupSubject(owned), { owner: admin, ...acknowledged, minutes: 26 });
  if (taken) await haveOwner(tx, groupSubject(taken), { owner: priya, by: priya, acknowledged: true, minutes: 12 });
  if (waiting) await haveOwner(tx, groupSubject(waiting), { owner: lee, by: admin, acknowledged: false, minutes: 125 });
  const { station, incident } = await selectUnowned(tx);
  if (station)
    await haveOwner(
      tx,
      { kind: "station", subject: station },
      { owner: priya, by: priya, acknowledged: true, minutes: 40 },
    );
  if (incident)
    await haveOwner(
      tx,
      { kind: "incident", subject: String(incident) },
      { owner: admin, ...acknowledged, minutes: 65 },
    );
  await markRegressed(tx, regressed.id, { by: lee.name, solution: "Cleaned the rail and homed all axes." });
  await archiveOne(tx, archived.id, { by: priya.name, now });
}

const groupSubject = ({ id }: DemoGroup) => ({ kind: "group" as const, subject: String(id) });

type Person = { id: number; name: string };
type Owning = { owner: Person; by: Person; acknowledged: boolean; minutes: number };

/** Lets a person have had something for some minutes. */
async function haveOwner(tx: Db, subject: Subject, { owner, by, acknowledged, minutes }: Owning): Promise<void> {
  const of = { kind: subject.kind, subjects: [subject.subject] };
  await setOwner(tx, of, {
    ownerId: owner.id,
    byId: by.id,
    by: by.name,
    acknowledged,
    isAssignment: false,
    note: null,
  });
  await addOwnershipHistory(tx, of, {
    action: acknowledged ? "acknowledged" : "assigned",
    author: by.name,
    owner: owner.name,
  });
  await backdateOwnership(tx, subject, minutes);
}

async function archiveOne(tx: Db, id: number, { by, now }: { by: string; now: number }): Promise<void> {
  const at = new Date(now).toISOString();
  const archive = {
    until: new Date(now + 14 * DAY_MS).toISOString(),
    errors: null,
    stations: null,
    newer_than: null,
    if_escalates: true,
    why: "The spare part arrives in two weeks.",
  };
  await markArchived(tx, [id], { ...archive, by, at });
  await addGroupHistory(tx, [id], { at, kind: "archived", author: by, note: archive.why, details: archive });
}
