import { canMaintain } from "@groundcrew/shared/maintenance";
import {
  ignorableEffect,
  ignoredUntilProblem,
  type endIgnoredReason,
  type ignoreReadinessReason,
} from "@groundcrew/shared/readiness";
import { z } from "zod";
import { change, type Revert } from "../audit/index.ts";
import type { Db, NameReader } from "../platform/db/index.ts";
import { answer, notFound, Problem, shownAuthorOf, type Call, type Principal } from "../platform/http/index.ts";
import { lockStation, type Board } from "../stations/index.ts";
import { deleteIgnored, deleteSameIgnored, selectIgnored, upsertIgnored } from "./ignored-queries.ts";

type Ignoring = { db: Db; board: Board; reader: NameReader; now: number };

/** Ignores a reason that a station has. */
export async function ignore({ db, board, reader, now }: Ignoring, call: Call<typeof ignoreReadinessReason>) {
  const { code, until, why } = call.body;
  const { station } = call.params;
  const problem = ignoredUntilProblem(until, now);
  if (problem !== null) throw new Problem(422, [{ field: "until", message: problem }]);
  const at = new Date(now).toISOString();
  return change(db, call, async (tx) => {
    const locked = await lockStation(tx, station, call.scope);
    if (!locked) throw notFound();
    requireMine(call.principal, locked);
    const evaluated = board.find(station, { orgId: call.scope.orgId, admin: false })?.readiness ?? null;
    const effect = evaluated && ignorableEffect(evaluated, code);
    if (effect === null) throw new Problem(409, "The station has no such reason now, or it cannot be ignored.");
    const others = await selectIgnored(tx, station, { now: at, reader });
    const before = others.find((reason) => reason.code === code);
    await upsertIgnored(tx, station, { code, effect, until, why, author: shownAuthorOf(call.principal), now: at });
    const ignored = (await selectIgnored(tx, station, { now: at, reader })).find((reason) => reason.code === code);
    if (!ignored) throw notFound();
    const audit = {
      target: `station ${station}`,
      orgId: locked.org_id,
      ...(before && { before: { ignored: code, until: before.until, why: before.why } }),
      after: { ignored: code, until, why },
    };
    return { answer: answer(201, ignored), audit };
  });
}

const ignoredAct = z.object({ ignored: z.string(), until: z.string(), why: z.string() });

/** Stops ignoring a reason that the act began to ignore. */
export const revertIgnored: Revert = async (tx, changes, { principal, scope }) => {
  const [act] = changes;
  const ignored = ignoredAct.safeParse(act?.after).data;
  const locked = act && (await lockStation(tx, act.id, scope));
  if (!act || !ignored || !locked) throw notFound();
  requireMine(principal, locked);
  if (act.before !== null) throw new Problem(409, "This cannot be undone, because the reason was ignored before.");
  return (await deleteSameIgnored(tx, act.id, ignored)) ? [act.id] : null;
};

/** Stops ignoring a reason of a station. */
export async function endIgnored(db: Db, call: Call<typeof endIgnoredReason>, now: number) {
  const { station } = call.params;
  const { code } = call.query;
  return change(db, call, async (tx) => {
    const locked = await lockStation(tx, station, call.scope);
    if (!locked) throw notFound();
    requireMine(call.principal, locked);
    const ended = await deleteIgnored(tx, station, { code, now: new Date(now).toISOString() });
    if (!ended) throw notFound();
    const audit = { target: `station ${station}`, orgId: locked.org_id, before: { ignored: code, ...ended } };
    return { answer: answer(204, null), audit };
  });
}

/** Reasons are ignored by those who may maintain the station. */
function requireMine(principal: Principal, station: { org_id: number }): void {
  if (principal.kind === "user" && canMaintain(principal.user, station)) return;
  throw new Problem(403, "Only admins and managers of the station's organization can do that.");
}
