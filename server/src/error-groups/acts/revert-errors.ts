import { UNDONE_ERRORS_MAX } from "@groundcrew/shared/undo";
import { z } from "zod";
import type { Revert } from "../../audit/index.ts";
import { notFound, Problem } from "../../platform/http/index.ts";
import { detachErrors, unresolveErrors } from "../../station-errors/index.ts";
import { lockStation } from "../../stations/index.ts";
import { shareGroups } from "../status-queries.ts";
import { returnEffects } from "./act-queries.ts";
import { reopenGroups } from "../update-states.ts";

const errorsAct = z.array(
  z.union([z.object({ id: z.int(), solution: z.string() }), z.object({ id: z.int(), supportlog_entry_id: z.int() })]),
);

/** Makes the errors of a station unresolved again that the act resolved, and detaches those that it attached. Their groups are no longer resolved, and have their effect on readiness again. */
export const revertErrors: Revert = async (tx, [act], { principal, scope }) => {
  const changes = errorsAct.safeParse(act?.after).data;
  await shareGroups(tx);
  const locked = act && (await lockStation(tx, act.id, scope));
  if (!locked || !changes || principal.kind !== "user") throw notFound();
  const solutions = changes.filter((one) => "solution" in one);
  if (solutions.length > UNDONE_ERRORS_MAX)
    throw new Problem(409, `More than ${UNDONE_ERRORS_MAX} errors stay resolved.`);
  const reopened = await unresolveErrors(tx, act.id, { solutions, by: principal.user.email });
  const attachments = changes.filter((one) => "supportlog_entry_id" in one);
  const detached = await detachErrors(tx, act.id, attachments);
  if (reopened.length + detached < changes.length) return null;
  const reopening = [...new Set(reopened.flatMap(({ group }) => group ?? []))];
  await returnEffects(tx, await reopenGroups(tx, reopening));
  return [act.id];
};
