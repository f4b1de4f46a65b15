import { supportName, type Brand } from "@groundcrew/shared/brand";
import { undoAct } from "@groundcrew/shared/undo";
import type { FastifyInstance } from "fastify";
import { revertAlertOwner, revertMute } from "../alerts/index.ts";
import { change, findLaterActor, selectOwnEntries, type Revert } from "../audit/index.ts";
import { revertArchive, revertErrors } from "../error-groups/index.ts";
import { returnResolved, revertOwner } from "../ownership/index.ts";
import { scoped, type Db, type SharedDb } from "../platform/db/index.ts";
import { answer, notFound, Problem, route, type Call } from "../platform/http/index.ts";
import { revertIgnored } from "../readiness/index.ts";
import { revertStatus } from "../support-log/index.ts";

/** How each act is undone, by the name of its call. Its audit entries say what it changed. */
function revertsOf(brand: Pick<Brand, "product">, isAdmin: boolean): Readonly<Record<string, Revert>> {
  const forAll = {
    ignoreReadinessReason: revertIgnored,
    muteAlert: revertMute(brand),
    changeAlertOwner: revertAlertOwner(brand),
  };
  if (!isAdmin) return forAll;
  return {
    ...forAll,
    archiveErrorGroups: revertArchive,
    changeEntryStatus: revertStatus,
    changeOwnership: revertOwner,
    changeStationErrors: revertErrors,
  };
}

type UndoOptions = {
  db: SharedDb;
  brand: Pick<Brand, "product">;
  /** Updates stations on the board. */
  refresh: (names: readonly string[]) => Promise<void>;
};

/** Undoes the latest acts of a person. */
export function undoRoutes(app: FastifyInstance, { db: shared, brand, refresh }: UndoOptions): void {
  route(app, undoAct, async (call) => {
    const db = scoped(shared, call.scope);
    const stations: string[] = [];
    const done = await change(db, call, async (tx) => {
      const entries = await entriesOf(tx, call);
      const revert = revertsOf(brand, call.scope.admin)[entries[0]?.action ?? ""];
      if (!revert) throw new Problem(409, "This cannot be undone.");
      const reverted = await revert(tx, entries, call);
      if (reverted === null) throw new Problem(412, await changedSentence(tx, { entries, call, brand }));
      stations.push(...reverted);
      if (entries[0]) await returnResolved(tx, entries[0].entry, call.principal);
      const audit = entries.map(({ target, org_id: orgId, before, after }) => ({
        target,
        orgId,
        before: after,
        after: before,
      }));
      return { answer: answer(204, null), audit };
    });
    await refresh(stations);
    return done;
  });
}

type UndoCall = Call<typeof undoAct>;
type Entries = Awaited<ReturnType<typeof selectOwnEntries>>;

async function entriesOf(tx: Db, { principal, params }: UndoCall): Promise<Entries> {
  const email = principal.kind === "user" ? principal.user.email : "";
  const entries = await selectOwnEntries(tx, { request: params.request, email });
  if (entries.length === 0) throw notFound();
  return entries;
}

/** Customers see the name of the provider's support instead of those of its people. */
async function changedSentence(
  tx: Db,
  { entries, call, brand }: { entries: Entries; call: UndoCall; brand: Pick<Brand, "product"> },
): Promise<string> {
  const { principal, scope } = call;
  const targets = entries.map(({ target }) => target);
  const last = entries.at(-1);
  const later = await findLaterActor(tx, { action: last?.action ?? "", targets, entry: last?.entry ?? 0 });
  const email = principal.kind === "user" ? principal.user.email : "";
  const isOwn = scope.orgId === null || later?.org_id === scope.orgId;
  if (later === undefined) return "This was changed meanwhile. Nothing was undone.";
  if (later.email === email && later.action === undoAct.name) return "This was undone already.";
  if (later.email === email) return "You changed this meanwhile. Nothing was undone.";
  return `${isOwn ? later.name : supportName(brand)} changed this meanwhile. Nothing was undone.`;
}
