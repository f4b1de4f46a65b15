import { ownership, type OwnedKind } from "@groundcrew/shared/ownership";
import { z } from "zod";
import type { DoneChange, Revert } from "../audit/index.ts";
import type { Db } from "../platform/db/index.ts";
import { authorOf, notFound, Problem, type Principal } from "../platform/http/index.ts";
import {
  addOwnershipHistory,
  deleteOwners,
  findOwnership,
  isAssignee,
  lockSubject,
  restoreOwners,
  type Subject,
} from "./queries.ts";
import { putOwner, returnEndedOwners, returnNew } from "./revert-queries.ts";

const ownerAct = z.object({ act: z.enum(["acknowledge", "assign", "release"]), rev: z.int().nullable() });
const ownerBefore = z.object({ ownership: ownership.optional() });

const KINDS: Readonly<Record<string, OwnedKind>> = {
  "error group": "group",
  station: "station",
  "support log entry": "incident",
};

/** Undoes acknowledging, assigning or releasing something. Nobody is notified. */
export const revertOwner: Revert = async (tx, [act], { principal }) => {
  const kind = act && KINDS[act.target.slice(0, -act.id.length).trim()];
  if (!kind) throw notFound();
  const refusal = await lockSubject(tx, kind, act.id);
  if (refusal === "unknown") throw notFound();
  const subject = { kind, subject: act.id };
  const isReturned = refusal === null && (await returnOwner(tx, act, { subject, principal, isAssignee }));
  return isReturned ? [] : null;
};

/** Returns what an act has resolved to those who had it, by an entry of the act in the audit log. */
export async function returnResolved(tx: Db, entry: number, principal: Principal): Promise<void> {
  const author = authorOf(principal);
  for (const { owner, kind, subject } of await returnEndedOwners(tx, entry)) {
    await addOwnershipHistory(
      tx,
      { kind, subjects: [subject] },
      { action: "assigned", author, owner, note: "Undid resolving." },
    );
  }
}

/** The note of undoing an assignment, in the history. */
export function undoneAssignment(owner: string): string {
  return `Undid the assignment to ${owner}.`;
}

type Returning = {
  subject: Subject;
  principal: Principal;
  /** True if a person can be the owner. */
  isAssignee: (tx: Db, id: number) => Promise<boolean>;
};

/** Returns something that the caller has locked to who had it before an act, or to nobody. Returns false when it was changed since. */
export async function returnOwner(
  tx: Db,
  { before, after }: DoneChange,
  { subject, principal, ...is }: Returning,
): Promise<boolean> {
  const act = ownerAct.safeParse(after).data;
  if (!act) throw new Problem(409, "This cannot be undone.");
  const current = await findOwnership(tx, subject);
  if ((current?.rev ?? null) !== act.rev) return false;
  const kept = ownerBefore.parse(before).ownership;
  const author = authorOf(principal);
  const notes = {
    acknowledge: "Undid acknowledging.",
    assign: undoneAssignment(current?.owner ?? author),
    release: "Undid releasing.",
  };
  const note = notes[act.act];
  const of = { kind: subject.kind, subjects: [subject.subject] };
  // To assign something to oneself acknowledges it too.
  if (subject.kind === "group" && act.act !== "release") await returnNew(tx, subject.subject, author);
  if (!kept || kept.owner_id === null) {
    await deleteOwners(tx, of);
    await addOwnershipHistory(tx, of, { action: "released", author, owner: current?.owner ?? author, note });
    return true;
  }
  if (!(await is.isAssignee(tx, kept.owner_id))) throw new Problem(409, "Who had this before can no longer have it.");
  if (act.act === "assign") await restoreOwners(tx, of);
  else await putOwner(tx, subject, { ...kept, owner_id: kept.owner_id });
  await addOwnershipHistory(tx, of, { action: "assigned", author, owner: kept.owner, note });
  return true;
}
