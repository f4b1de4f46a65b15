import type { OwnedKind, Ownership, OwnershipAct } from "@groundcrew/shared/ownership";
import { plainPattern } from "@groundcrew/shared/station-errors";
import { inTransaction, type Db } from "../platform/db/index.ts";
import { notifyPerson, type PersonalNotice } from "../notifications/index.ts";
import { selectOwners, takeExpired, takeUnacknowledged, type Subject } from "./queries.ts";
import { findTitle } from "./title-queries.ts";

/** A thing that has an owner: its title and the path of its page. */
type Owned = { title: string; path: string };
type Person = { id: number; name: string };
type OwnerChange = {
  body: OwnershipAct;
  before: Ownership | null;
  ownership: Ownership | null;
  me: Person;
  /** The server's time (ms). */
  now: number;
};

/** Notifies the people concerned by a change of an owner: the new owner of an assignment, and the previous owner. */
export async function notifyOfChange(tx: Db, subject: Subject, change: OwnerChange): Promise<void> {
  const { body, before, ownership, me, now } = change;
  const owned = await findOwned(tx, subject);
  const notify = async (user: number, what: What) => notifyPerson(tx, { user, by: me.id, ...owned, ...what }, now);
  if (body.act === "assign" && body.owner_id !== null) {
    const text = `${me.name} assigned this to you${body.note === null ? "." : `: ${body.note}`}`;
    await notify(body.owner_id, { act: "assigned", body: text });
  }
  const previous = before?.owner_id ?? null;
  if (previous === null || previous === (ownership?.owner_id ?? null)) return;
  await notify(previous, loss(me, ownership));
}

type What = Pick<PersonalNotice, "act" | "body">;

function loss(me: Person, ownership: Ownership | null): What {
  if (ownership === null) return { act: "released", body: `${me.name} released this. It has no owner now.` };
  return ownership.owner_id === me.id
    ? { act: "taken_over", body: `${me.name} took this over.` }
    : { act: "reassigned", body: `${me.name} assigned this to ${ownership.owner} instead.` };
}

/** Notifies the owners of groups that someone acts on, before the act ends their ownership. Not those with the id `except`. */
export async function notifyGroupOwners(
  tx: Db,
  groups: readonly number[],
  { text, me, except = null, now }: { text: string; me: Person; except?: number | null; now: number },
): Promise<void> {
  for (const { subject, owner_id } of await selectOwners(tx, "group", groups.map(String))) {
    if (owner_id === except) continue;
    const owned = await findOwned(tx, { kind: "group", subject });
    await notifyPerson(tx, { user: owner_id, by: me.id, act: "group_changed", ...owned, body: text }, now);
  }
}

/** Releases things that nobody has acted on for a day, and notifies the owner and the person who assigned it. */
export async function expireOwnerships(db: Db, now: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    for (const { owner_id, by_id, owner, ...subject } of await takeExpired(tx, new Date(now).toISOString())) {
      const owned = await findOwned(tx, subject);
      const notify = async (user: number, whose: string) => {
        const body = `It is no longer assigned to ${whose}, because nothing was done for 24 hours. It has no owner now.`;
        await notifyPerson(tx, { user, by: null, act: "expired", ...owned, body }, now);
      };
      await notify(owner_id, "you");
      if (by_id !== null && by_id !== owner_id) await notify(by_id, owner);
    }
  });
}

/** Notifies people, once, that their assignment was not acknowledged within an hour. */
export async function remindOfUnacknowledged(db: Db, now: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    for (const { by_id, owner, ...subject } of await takeUnacknowledged(tx, new Date(now).toISOString())) {
      const body = `${owner}, to whom you assigned this, has not acknowledged it for an hour.`;
      await notifyPerson(
        tx,
        { user: by_id, by: null, act: "unacknowledged", ...(await findOwned(tx, subject)), body },
        now,
      );
    }
  });
}

/** A group, the open errors of a station, an incident or an alert, as a person is notified of it. */
async function findOwned(tx: Db, subject: Subject): Promise<Owned> {
  return { title: plainPattern(await findTitle(tx, subject)), path: pathOf(subject) };
}

function pathOf({ kind, subject }: { kind: OwnedKind | "alert"; subject: string }): string {
  switch (kind) {
    case "group":
      return `/groups/${subject}`;
    case "station":
      return `/stations/${subject}`;
    case "incident":
      return `/supportlog/entries#${subject}`;
    case "alert":
      return `/attention/${Number.parseInt(subject, 10)}`;
  }
}
