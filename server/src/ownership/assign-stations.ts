import type { Ownership } from "@groundcrew/shared/ownership";
import { inPieces, type Db } from "../platform/db/index.ts";
import { authorOf, type Principal } from "../platform/http/index.ts";
import { assign, personOf } from "./change-ownership.ts";
import { notifyOfMoved, type MovedErrors } from "./notify-people.ts";
import { addOwnershipHistory, deleteOwners, findOwnerships, keepOwners, restoreOwners } from "./queries.ts";
import { selectFormerOwners } from "./revert-queries.ts";
import { undoneAssignment } from "./revert-owner.ts";

const errorsOf = (subjects: readonly string[]) => ({ kind: "station" as const, subjects });

type Assigning = {
  ownerId: number;
  note: string | null;
  principal: Principal;
  /** The server's time (ms). */
  now: number;
};

/** Assigns the open errors of stations, which the caller has locked, to a person who can have them. Notifies that person and each previous owner once. */
export async function assignStations(
  tx: Db,
  stations: readonly string[],
  { ownerId, note, principal, now }: Assigning,
): Promise<MovedErrors[]> {
  const me = personOf(principal);
  await keepOwners(tx, errorsOf(stations));
  const pieces = await inPieces(stations, async (piece) => {
    const before = await findOwnerships(tx, errorsOf(piece));
    const after = await assign(tx, errorsOf(piece), { ownerId, note, me });
    return movedErrors(piece, before, after);
  });
  const moved = pieces.flat();
  const text = `${me.name} assigned this to you${note === null ? "." : `: ${note}`}`;
  await notifyOfMoved(tx, moved, { text, me, now });
  return moved;
}

function movedErrors(
  stations: readonly string[],
  before: ReadonlyMap<string, Ownership>,
  after: ReadonlyMap<string, Ownership>,
): MovedErrors[] {
  return stations.map((station) => ({
    station,
    before: before.get(station) ?? null,
    ownership: after.get(station) ?? null,
  }));
}

/** The errors of a station, and the revision that an assignment gave their ownership. */
type AssignedErrors = { station: string; rev: number };
type Returned = {
  moved: MovedErrors[];
  /** Stations whose errors have another owner since, or none, or were acknowledged. */
  changed: string[];
  /** Stations whose errors belonged to people who can no longer have them. */
  withoutFormer: string[];
};

/** Returns the errors of stations, which the caller has locked, to those who had them before an assignment, or to nobody. Notifies each of the people once. */
export async function returnStations(
  tx: Db,
  assigned: readonly AssignedErrors[],
  { principal, now }: Pick<Assigning, "principal" | "now">,
): Promise<Returned> {
  const me = personOf(principal);
  await keepOwners(tx, errorsOf(assigned.map(({ station }) => station)));
  const pieces = await inPieces(assigned, (piece) => returnPiece(tx, piece, authorOf(principal)));
  const moved = pieces.flatMap((piece) => piece.moved);
  await notifyOfMoved(tx, moved, {
    text: `${me.name} undid assigning this to someone else. You have it again.`,
    me,
    now,
  });
  return {
    moved,
    changed: pieces.flatMap(({ changed }) => changed),
    withoutFormer: pieces.flatMap(({ withoutFormer }) => withoutFormer),
  };
}

async function returnPiece(tx: Db, assigned: readonly AssignedErrors[], author: string): Promise<Returned> {
  const all = assigned.map(({ station }) => station);
  const before = await findOwnerships(tx, errorsOf(all));
  const same = assigned.flatMap(({ station, rev }) => (before.get(station)?.rev === rev ? station : []));
  const former = await selectFormerOwners(tx, errorsOf(same));
  const hadOwner = new Set(former.map(({ subject }) => subject));
  const withoutFormer = former.flatMap(({ subject, is_assignee }) => (is_assignee ? [] : subject));
  const owner = before.get(same[0] ?? "")?.owner ?? author;
  const note = undoneAssignment(owner);

  const unowned = errorsOf(same.filter((station) => !hadOwner.has(station)));
  await addOwnershipHistory(tx, unowned, { action: "released", author, owner, note });
  await deleteOwners(tx, unowned);
  const byOwner = Map.groupBy(
    former.filter(({ is_assignee }) => is_assignee),
    (one) => one.owner,
  );
  for (const [name, of] of byOwner) {
    const owned = errorsOf(of.map(({ subject }) => subject));
    await restoreOwners(tx, owned);
    await addOwnershipHistory(tx, owned, { action: "assigned", author, owner: name, note });
  }

  const isLeft = new Set(withoutFormer);
  const returned = same.filter((station) => !isLeft.has(station));
  const isSame = new Set(same);
  return {
    moved: movedErrors(returned, before, await findOwnerships(tx, errorsOf(returned))),
    changed: all.filter((station) => !isSame.has(station)),
    withoutFormer,
  };
}
