import { plainPattern } from "@groundcrew/shared/station-errors";
import type { OwnedKind, OwnershipAct } from "@groundcrew/shared/ownership";
import type { Db } from "../db/index.ts";
import { notifyPerson } from "../notifications/index.ts";
import { findTitle } from "./queries.ts";

/** What was assigned, and the path of its page. */
export type Assigned = { title: string; path: string };
type Assignment = { body: OwnershipAct; me: { id: number; name: string }; now: number };

/** Notifies a person of what someone else assigned to them; nobody of other acts. */
export async function notifyAssignee(tx: Db, { title, path }: Assigned, { body, me, now }: Assignment): Promise<void> {
  if (body.act !== "assign" || body.owner_id === null) return;
  const text = `${me.name} assigned this to you${body.note === null ? "." : `: ${body.note}`}`;
  const notice = { user: body.owner_id, by: me.id, topic: "assigned" as const, title, body: text, path };
  await notifyPerson(tx, notice, now);
}

/** A group, the open errors of a station or an incident, as a person is notified of it. */
export async function findAssigned(tx: Db, subject: { kind: OwnedKind; subject: string }): Promise<Assigned> {
  return { title: plainPattern(await findTitle(tx, subject)), path: pathOf(subject) };
}

function pathOf({ kind, subject }: { kind: OwnedKind; subject: string }): string {
  switch (kind) {
    case "group":
      return `/groups/${subject}`;
    case "station":
      return `/stations/${subject}`;
    case "incident":
      return `/supportlog/entries#${subject}`;
  }
}
