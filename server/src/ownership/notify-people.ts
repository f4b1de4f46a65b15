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
  const owned = await findOwned(tx, [subject]);
  const notify = async (user: number, what: What) => notifyPerson(tx, { user, by: me.id, ...owned, ...what }, now);
  if (body.act === "assign" && body.owner_id !== null) {
    const text = `${me.name} assigned this to you${body.note === null ? "." : `: ${body.note}`}`;
    await notify(body.owner_id, { act: "assigned", body: text });
  }
  const previous = before?.owner_id ?? null;
  if (previous === null || previous === (ownership?.owner_id ?? null)) return;
  await notify(previous, loss(me, ownership));
}

/** The errors of a station, and their owner before and after an act. */
export type MovedErrors = { station: string; before: Ownership | null; ownership: Ownership | null };
type Moving = { text: string; me: Person; now: number };

/** Notifies people of the errors of stations that an act has moved to other owners: each new owner once, with a text, and each previous one. */
export async function notifyOfMoved(tx: Db, moved: readonly MovedErrors[], { text, me, now }: Moving): Promise<void> {
  const notify = async (of: readonly MovedErrors[], user: number | null, what: What) => {
    if (user === null) return;
    const owned = await findOwned(
      tx,
      of.map(({ station }) => ({ kind: "station", subject: station })),
    );
    // A new owner of several finds them in the queue.
    const path = of.length > 1 && what.act === "assigned" ? `${owned.path}?own=mine` : owned.path;
    await notifyPerson(tx, { user, by: me.id, ...owned, path, ...what }, now);
  };
  const ids = ({ before, ownership }: MovedErrors) => [before?.owner_id ?? null, ownership?.owner_id ?? null] as const;
  const others = moved.filter((one) => ids(one)[0] !== ids(one)[1]);
  for (const [user, of] of Map.groupBy(others, (one) => ids(one)[1])) {
    await notify(of, user, { act: "assigned", body: text });
  }
  for (const of of Map.groupBy(others, (one) => ids(one).join()).values()) {
    const [{ before, ownership } = { before: null, ownership: null }] = of;
    await notify(of, before?.owner_id ?? null, loss(me, ownership));
  }
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
    const owned = await findOwned(tx, [{ kind: "group", subject }]);
    await notifyPerson(tx, { user: owner_id, by: me.id, act: "group_changed", ...owned, body: text }, now);
  }
}

/** Releases things that nobody has acted on for a day, and notifies the owner and the person who assigned it. */
export async function expireOwnerships(db: Db, now: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const expired = await takeExpired(tx, new Date(now).toISOString());
    for (const of of noticed(expired, ({ owner_id, by_id }) => `${owner_id} ${by_id}`)) {
      const [{ owner_id, by_id, owner }] = of;
      const owned = await findOwned(tx, of);
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
    const taken = await takeUnacknowledged(tx, new Date(now).toISOString());
    for (const of of noticed(taken, ({ owner, by_id }) => `${by_id} ${owner}`)) {
      const [{ by_id, owner }] = of;
      const body = `${owner}, to whom you assigned this, has not acknowledged it for an hour.`;
      await notifyPerson(tx, { user: by_id, by: null, act: "unacknowledged", ...(await findOwned(tx, of)), body }, now);
    }
  });
}

/** Things of which a person is notified at once: the errors of stations that have the same people, and anything else alone. */
function noticed<T extends Subject>(things: readonly T[], peopleOf: (thing: T) => string): [T, ...T[]][] {
  const keyOf = (one: T) => (one.kind === "station" ? peopleOf(one) : `${one.kind}:${one.subject}`);
  return [...Map.groupBy(things, keyOf).values()].flatMap(([first, ...rest]) => (first ? [[first, ...rest]] : []));
}

/** A group, the open errors of a station, an incident or an alert, or the open errors of several stations, as a person is notified of them. */
async function findOwned(tx: Db, [first, ...others]: readonly Subject[]): Promise<Owned> {
  if (first === undefined || others.length > 0) {
    return { title: `Open errors of ${others.length + 1} stations`, path: "/supportlog/triage" };
  }
  return { title: plainPattern(await findTitle(tx, first)), path: pathOf(first) };
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
