import {
  ARCHIVE_MAX_DAYS,
  groupArchive,
  type archiveErrorGroups,
  type mergeErrorGroups,
  type removeGroupFingerprint,
  type setGroupReadinessEffect,
  type unarchiveErrorGroups,
} from "@groundcrew/shared/error-groups";
import { DAY_MS } from "@groundcrew/shared/lib";
import { z } from "zod";
import { change, type Revert } from "../../audit/index.ts";
import type { Db } from "../../platform/db/index.ts";
import { answer, authorOf, notFound, Problem, type Call } from "../../platform/http/index.ts";
import { findMergedOwner, mergeOwners, notifyGroupOwners, personOf, prolongOwnership } from "../../ownership/index.ts";
import {
  findMember,
  markArchived,
  markEffect,
  moveAll,
  restoreArchived,
  separate,
  unmarkArchived,
} from "./act-queries.ts";
import { findGroups } from "../list-queries.ts";
import { reopenGroups } from "../update-states.ts";
import { holdGroups, lockGroups, addGroupHistory, shareGroups, type LockedGroup } from "../status-queries.ts";

/** The name of a group in the audit. */
export function targetOf(group: number): string {
  return `error group ${group}`;
}

/** Locks groups that the caller has seen: 404 for an unknown one, 412 for one that was changed since. The acts prolong their ownership. */
export async function lockSeen(tx: Db, seen: readonly { id: number; rev: number }[]): Promise<LockedGroup[]> {
  await shareGroups(tx);
  return lockUnchanged(tx, seen);
}

/** The same, where the caller already holds the lock of error groups. */
export async function lockUnchanged(tx: Db, seen: readonly { id: number; rev: number }[]): Promise<LockedGroup[]> {
  const ids = seen.map(({ id }) => id);
  const locked = await lockGroups(tx, ids);
  if (locked.length < ids.length) throw notFound({ field: "groups", message: "There is no such group." });
  const revs = new Map(seen.map(({ id, rev }) => [id, rev]));
  const outdated = locked.find(({ id, rev, merged_into }) => rev !== revs.get(id) || merged_into !== null);
  if (outdated) throw new Problem(412, changedSentence(outdated));
  await prolongOwnership(tx, "group", ids.map(String));
  return locked;
}

function changedSentence({ id, merged_into, changed_by, changed_action }: LockedGroup): string {
  if (merged_into !== null) return `Group ${id} was merged into Group ${merged_into}. Nothing was saved.`;
  const change =
    changed_by === null ? `it is ${changed_action ?? "changed"} now` : `${changed_by} ${changed_action} it`;
  return `Group ${id} was changed: ${change}. Nothing was saved; load it again.`;
}

/** Archives groups. 409 when one is resolved, since it has nothing to archive. */
export async function archive(db: Db, call: Call<typeof archiveErrorGroups>, now: number) {
  const { groups: seen, ...conditions } = call.body;
  const until = conditions.until ?? new Date(now + ARCHIVE_MAX_DAYS * DAY_MS).toISOString();
  const inMs = Date.parse(until) - now;
  if (inMs <= 0 || inMs > ARCHIVE_MAX_DAYS * DAY_MS) {
    throw new Problem(422, [{ field: "until", message: `Choose a time in the next ${ARCHIVE_MAX_DAYS} days.` }]);
  }
  const author = authorOf(call.principal);
  return change(db, call, async (tx) => {
    const locked = await lockSeen(tx, seen);
    const resolved = locked.find(({ state }) => state === "resolved");
    if (resolved) throw new Problem(409, `Group ${resolved.id} is resolved.`);
    const ids = locked.map(({ id }) => id);
    const at = new Date(now).toISOString();
    await markArchived(tx, ids, { ...conditions, until, by: author, at });
    await addGroupHistory(tx, ids, { kind: "archived", author, note: conditions.why, details: conditions });
    const audit = locked.map(({ id, state, rev, archive: earlier }) => ({
      target: targetOf(id),
      orgId: null,
      before: { state, ...(earlier && { archive: earlier }) },
      after: { ...conditions, rev: rev + 1 },
    }));
    return { answer: answer(200, { groups: await findGroups(tx, ids, now) }), audit };
  });
}

const stateBefore = z.object({ state: z.string(), archive: groupArchive.nullable().default(null) });
const archivedAct = z.object({ rev: z.int() });

/** Gives archived groups the states that they had. */
export const revertArchive: Revert = async (tx, changes, { principal }) => {
  const before = changes.map((act) => ({
    id: Number(act.id),
    ...stateBefore.parse(act.before),
    ...archivedAct.parse(act.after),
  }));
  await shareGroups(tx);
  await lockGroups(
    tx,
    before.map(({ id }) => id),
  );
  const author = authorOf(principal);
  const ids = await restoreArchived(tx, before, { by: author });
  if (ids.length < before.length) return null;
  const open = before.flatMap(({ id, archive: earlier }) => (earlier === null ? id : []));
  await addGroupHistory(tx, open, { kind: "unarchived", author });
  for (const { id, archive: earlier } of before) {
    if (earlier) await addGroupHistory(tx, [id], { kind: "archived", author, note: earlier.why, details: earlier });
  }
  return [];
};

export async function unarchive(db: Db, call: Call<typeof unarchiveErrorGroups>, now: number) {
  const author = authorOf(call.principal);
  return change(db, call, async (tx) => {
    const locked = await lockSeen(tx, call.body.groups);
    const ids = locked.map(({ id }) => id);
    const changed = await unmarkArchived(tx, ids, author);
    await addGroupHistory(tx, changed, { kind: "unarchived", author });
    const audit = changed.map((id) => ({ target: targetOf(id), orgId: null, before: { state: "archived" } }));
    return { answer: answer(200, { groups: await findGroups(tx, ids, now) }), audit };
  });
}

/** Says which effect a group has on readiness. 409 when it is resolved, since that ended its effect. */
export async function setEffect(db: Db, call: Call<typeof setGroupReadinessEffect>, now: number) {
  const { rev, effect } = call.body;
  const { group } = call.params;
  const author = authorOf(call.principal);
  return change(db, call, async (tx) => {
    const [locked] = await lockSeen(tx, [{ id: group, rev }]);
    if (locked?.state === "resolved") throw new Problem(409, `Group ${group} is resolved.`);
    const before = await markEffect(tx, group, { effect, by: author });
    const details = { before, after: effect };
    await addGroupHistory(tx, [group], { kind: "readiness_effect", author, details });
    const audit = {
      target: targetOf(group),
      orgId: null,
      before: { readiness_effect: before },
      after: { readiness_effect: effect },
    };
    return { answer: answer(200, { groups: await findGroups(tx, [group], now) }), audit };
  });
}

/** Merges groups. The owner who acknowledged last keeps the merged group. */
export async function merge(db: Db, call: Call<typeof mergeErrorGroups>, now: number) {
  const { groups: seen, into, pattern } = call.body;
  const author = authorOf(call.principal);
  return change(db, call, async (tx) => {
    await holdGroups(tx);
    const locked = await lockUnchanged(tx, seen);
    const others = locked.filter(({ id }) => id !== into);
    const ids = others.map(({ id }) => id);
    const me = personOf(call.principal);
    await notifyMergedOwners(tx, { into, groups: locked.map(({ id }) => id), me, now });
    await mergeOwners(tx, { into: String(into), others: ids.map(String) });
    await moveAll(tx, { into, others: ids, by: author, pattern });
    const merged = others.map(({ id, title }) => ({ id, title }));
    await addGroupHistory(tx, [into], { kind: "merged", author, details: { groups: merged, pattern } });
    await addGroupHistory(tx, ids, { kind: "merged_into", author, details: { group: into } });
    await reopenGroups(tx, [into]);
    const audit = { target: targetOf(into), orgId: null, after: { merged, pattern } };
    return { answer: answer(200, { groups: await findGroups(tx, [into], now) }), audit };
  });
}

type Merged = { into: number; groups: readonly number[]; me: { id: number; name: string }; now: number };

/** Notifies the owners who do not keep the merged group. */
async function notifyMergedOwners(tx: Db, { into, groups, me, now }: Merged): Promise<void> {
  const keeper = await findMergedOwner(tx, groups.map(String));
  if (!keeper) return;
  const text = `${me.name} merged this with other groups. Group ${into} stays with ${keeper.name}.`;
  await notifyGroupOwners(tx, groups, { text, me, except: keeper.id, now });
}

/** Removes a fingerprint from a group. 409 for its only one. */
export async function removeFingerprint(db: Db, call: Call<typeof removeGroupFingerprint>, now: number) {
  const { group, fingerprint } = call.params;
  const author = authorOf(call.principal);
  return change(db, call, async (tx) => {
    await holdGroups(tx);
    const [locked] = await lockGroups(tx, [group]);
    const member = await findMember(tx, group, fingerprint);
    if (!locked || !member) throw notFound();
    if (locked.rev !== call.query.rev) throw new Problem(412, changedSentence(locked));
    if (member.own <= 1) throw new Problem(409, "A group keeps its only fingerprint.");
    const target = await separate(tx, member, { group, by: author });
    await prolongOwnership(tx, "group", [String(group)]);
    const details = { pattern: member.pattern, from: group, to: target };
    await addGroupHistory(tx, [group, target], { kind: "removed", author, details });
    await reopenGroups(tx, [target]);
    const audit = {
      target: targetOf(group),
      orgId: null,
      before: { fingerprint: member.pattern },
      after: { group: target },
    };
    return { answer: answer(200, { groups: await findGroups(tx, [group, target], now) }), audit };
  });
}
