import { SECOND_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import type { changeOwnership, OwnedKind, Ownership, OwnershipAct } from "@groundcrew/shared/ownership";
import { change } from "../audit/index.ts";
import type { Db } from "../platform/db/index.ts";
import { answer, authorOf, notFound, Problem, type Call, type Principal } from "../platform/http/index.ts";
import { notifyOfChange } from "./notify-people.ts";
import {
  deleteOwners,
  findOwnership,
  findOwnerships,
  isAssignee,
  lockSubject,
  addOwnershipHistory,
  prolongOwnership,
  setOwner,
  type Subject,
  type Subjects,
} from "./queries.ts";

/** The person who acts. */
type Person = { id: number; name: string };

/** Changes the owner of something. Of several people, the first succeeds; the others get a 409 with the current owner. */
export async function changeOwner(db: Db, call: Call<typeof changeOwnership>, now: number) {
  const { params: subject, body, principal } = call;
  return change(db, call, async (tx) => {
    const refusal = await lockSubject(tx, subject.kind, subject.subject);
    if (refusal === "unknown") throw notFound();
    if (refusal === "ended") throw ownerConflict(ENDED[subject.kind], null);
    const { before, ownership } = await actOnOwner(tx, { subject, body, principal, now, isAssignee });
    await notifyOfChange(tx, subject, { body, before, ownership, me: personOf(principal), now });
    const audit = { target: targetOf(subject), orgId: null, ...auditOfOwner(body, { before, ownership }) };
    return { answer: answer(200, { ownership }), audit };
  });
}

type OwnerAct = {
  subject: Subject;
  body: OwnershipAct;
  principal: Principal;
  /** The server's time (ms). */
  now: number;
  /** True if a person can be the owner. */
  isAssignee: (tx: Db, id: number) => Promise<boolean>;
};
/** The ownership before and after an act. */
export type OwnerChange = { before: Ownership | null; ownership: Ownership | null };

/** Changes the ownership of something that the caller has locked. A 409 when it has changed since the person who acts loaded it. */
export async function actOnOwner(tx: Db, { principal, now, ...rest }: OwnerAct): Promise<OwnerChange> {
  const { subject, body } = rest;
  const me = personOf(principal);
  const before = await findOwnership(tx, subject);
  if ((before?.rev ?? null) !== body.rev) throw ownerConflict(conflictSentence(before, { me, now }), before);
  await act(tx, { ...rest, before, me });
  return { before, ownership: await findOwnership(tx, subject) };
}

/** The principal as the person who acts. */
export function personOf(principal: Principal): Person {
  return { id: principal.kind === "user" ? principal.id : 0, name: authorOf(principal) };
}

/** Refuses a change of ownership; `ownership` is the current one. */
export function ownerConflict(sentence: string, ownership: Ownership | null): Problem {
  return new Problem(409, sentence, { partial: { ownership } });
}

/** The audit entry of a change of ownership. */
export function auditOfOwner({ act }: Pick<OwnershipAct, "act">, { before, ownership }: OwnerChange) {
  return {
    before: { ...ownerIn(before), ...(before && { ownership: before }) },
    after: { act, ...ownerIn(ownership), rev: ownership?.rev ?? null },
  };
}

const ENDED: Record<OwnedKind, string> = {
  group: "This group is resolved or was merged.",
  station: "This station has no open errors.",
  incident: "This incident is resolved.",
};

/** Names the person who was faster, and by how much: "Lee Tran acknowledged this 8 seconds before you." */
function conflictSentence(current: Ownership | null, { me, now }: { me: Person; now: number }): string {
  if (current === null) return "This was released meanwhile.";
  const at = Date.parse(current.acknowledged_at ?? current.assigned_at);
  const before = `${agoText(Math.max(0, now - at))} before you`;
  if (current.acknowledged_at === null) return `${current.by} assigned this to ${current.owner} ${before}.`;
  return current.owner_id === me.id ? "You have this already." : `${current.owner} acknowledged this ${before}.`;
}

function agoText(ms: number): string {
  const [unit, count] = ms < MINUTE_MS ? (["second", ms / SECOND_MS] as const) : (["minute", ms / MINUTE_MS] as const);
  const whole = Math.max(1, Math.round(count));
  return `${whole} ${unit}${whole === 1 ? "" : "s"}`;
}

type Act = Pick<OwnerAct, "subject" | "body" | "isAssignee"> & { before: Ownership | null; me: Person };

async function act(tx: Db, { subject, body, before, me, isAssignee }: Act): Promise<void> {
  const author = me.name;
  const of = { kind: subject.kind, subjects: [subject.subject] };
  switch (body.act) {
    case "acknowledge": {
      const isTaken = before !== null && before.owner_id !== me.id;
      const mine = { ownerId: me.id, byId: me.id, by: author, acknowledged: true };
      await setOwner(tx, of, { ...mine, isAssignment: false, note: null });
      return addOwnershipHistory(tx, of, {
        action: isTaken ? "taken_over" : "acknowledged",
        author,
        owner: author,
      });
    }
    case "assign":
      await requireAssignee(tx, body.owner_id ?? 0, isAssignee);
      await assign(tx, of, { ownerId: body.owner_id ?? 0, note: body.note, me });
      return;
    case "release":
      if (before === null) return;
      await deleteOwners(tx, of);
      return addOwnershipHistory(tx, of, { action: "released", author, owner: before.owner });
    case "prolong":
      if (before === null) return;
      await prolongOwnership(tx, subject.kind, [subject.subject]);
      return addOwnershipHistory(tx, of, { action: "prolonged", author, owner: before.owner });
  }
}

/** Throws 404 for a person who cannot be an owner. The others cannot be removed until the transaction ends. */
export async function requireAssignee(tx: Db, id: number, isOne: OwnerAct["isAssignee"] = isAssignee): Promise<void> {
  if (!(await isOne(tx, id))) throw notFound({ field: "owner_id", message: "There is no such person." });
}

type Assignment = { ownerId: number; note: string | null; me: Person };

/** Assigns things to a person, and returns their ownerships. Assigning them to oneself acknowledges them. */
export async function assign(tx: Db, of: Subjects, { ownerId, note, me }: Assignment): Promise<Map<string, Ownership>> {
  const acknowledged = ownerId === me.id;
  await setOwner(tx, of, { ownerId, byId: me.id, by: me.name, acknowledged, isAssignment: true, note });
  const ownerships = await findOwnerships(tx, of);
  const [{ owner } = { owner: "" }] = ownerships.values();
  await addOwnershipHistory(tx, of, { action: "assigned", author: me.name, owner, note });
  return ownerships;
}

/** The name of the owned thing in the audit log. */
function targetOf({ kind, subject }: { kind: OwnedKind; subject: string }): string {
  const names = { group: "error group", station: "station", incident: "support log entry" };
  return `${names[kind]} ${subject}`;
}

function ownerIn(ownership: Ownership | null) {
  return { owner: ownership?.owner ?? null, acknowledged: (ownership?.acknowledged_at ?? null) !== null };
}
