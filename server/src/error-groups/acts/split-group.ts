import type { splitErrorGroup } from "@groundcrew/shared/error-groups";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { placeholdersOf } from "@groundcrew/shared/station-errors";
import { z } from "zod";
import { change } from "../../audit/index.ts";
import { inTransaction, type Db } from "../../platform/db/index.ts";
import { answer, authorOf, notFound, Problem, type Call } from "../../platform/http/index.ts";
import { addJob, FEW_PLACES, jobHandler, jobKind, type JobHandler } from "../../platform/jobs/index.ts";
import { findMember, lockStationsNamed, markSplit } from "./act-queries.ts";
import { lockUnchanged, targetOf } from "./acts.ts";
import { fingerprintIds } from "../store/fingerprint-queries.ts";
import { findGroups } from "../list-queries.ts";
import { holdGroups, lockGroupsOf, addGroupHistory, shareGroups } from "../status-queries.ts";
import { reopenGroups } from "../update-states.ts";
import { moveErrors, selectOfFingerprint, settleResolved } from "../upkeep/upkeep-queries.ts";

/** Errors that one transaction moves. */
const PIECE = 1_000;
const RUN_MS = 8 * SECOND_MS;

const splitting = jobKind("split_errors", z.strictObject({ fingerprint: z.int(), after: z.int().nullable() }));

/** Splits a fingerprint of a group by a placeholder. The errors it has are moved by a job. */
export async function split(db: Db, call: Call<typeof splitErrorGroup>, now: number) {
  const { group } = call.params;
  const { rev, fingerprint, placeholder } = call.body;
  const author = authorOf(call.principal);
  return change(db, call, async (tx) => {
    await holdGroups(tx);
    await lockUnchanged(tx, [{ id: group, rev }]);
    const member = await findMember(tx, group, fingerprint);
    if (!member) throw notFound({ field: "fingerprint", message: "This group has no such fingerprint." });
    const name = placeholdersOf(member.pattern)[placeholder];
    if (name === undefined)
      throw new Problem(422, [{ field: "placeholder", message: "There is no such placeholder." }]);
    if (!(await markSplit(tx, { group, fingerprint, placeholder, by: author }))) {
      throw new Problem(409, "This fingerprint was split already.");
    }
    const details = { pattern: member.pattern, placeholder };
    await addGroupHistory(tx, [group], { kind: "split", author, details });
    await addJob(tx, splitting, { payload: { fingerprint, after: null } });
    const audit = { target: targetOf(group), orgId: null, after: details };
    return { answer: answer(202, { groups: await findGroups(tx, [group], now) }), audit };
  });
}

/** Moves the errors of a split fingerprint to those of their values, newest first, in pieces that may be repeated. */
export function splitHandler({ db, runMs = RUN_MS }: { db: Db; runMs?: number }): JobHandler {
  return jobHandler(
    splitting,
    async ({ fingerprint, after }) => {
      const end = performance.now() + runMs;
      let last = after;
      while (performance.now() < end) {
        const next = await inTransaction(db, (tx) => movePiece(tx, fingerprint, last));
        if (next === null) return;
        last = next;
      }
      await addJob(db, splitting, { payload: { fingerprint, after: last } });
    },
    FEW_PLACES,
  );
}

/** Moves the errors that follow one, and returns the last of them; null after the last piece. */
async function movePiece(tx: Db, fingerprint: number, after: number | null): Promise<number | null> {
  const errors = await selectOfFingerprint(tx, fingerprint, { after, limit: PIECE });
  await lockStationsNamed(tx, [...new Set(errors.map(({ station_name }) => station_name))].sort());
  await shareGroups(tx);
  const fingerprints = await fingerprintIds(tx, errors);
  const groups = await lockGroupsOf(tx, [...fingerprints, fingerprint]);
  const rows = errors.map(({ id }, index) => ({ error: id, fingerprint: fingerprints[index] ?? fingerprint }));
  await moveErrors(tx, fingerprint, rows);
  const ids = [...new Set([...groups.values()].map(({ id }) => id))];
  await settleResolved(tx, ids);
  await reopenGroups(tx, ids);
  const last = errors.at(-1);
  return errors.length < PIECE || !last ? null : last.id;
}
