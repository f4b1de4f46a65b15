import { supportName } from "@groundcrew/shared/brand";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import {
  changeOwnership,
  keepViewing,
  listAssignees,
  listIncidentOwners,
  listOwnershipHistory,
  listStationOwners,
  type Ownership,
} from "@groundcrew/shared/ownership";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { scoped, type Db, type SharedDb } from "../platform/db/index.ts";
import { answer, route } from "../platform/http/index.ts";
import { repeat, type Part } from "../platform/lib/index.ts";
import { changeOwner } from "./change-ownership.ts";
import { expireOwnerships, remindOfUnacknowledged } from "./notify-people.ts";
import { selectAssignees, selectIncidentOwners, selectOwnershipHistory, selectStationOwners } from "./list-queries.ts";
import { deleteOldViewers, recordViewer, selectOtherViewers } from "./viewers-queries.ts";

type OwnershipOptions = { db: SharedDb; now: () => number; product: string };

/** The owners of groups of errors, open errors of stations, and incidents. Customers see the name of support staff as a whole instead of a person's. */
export function ownershipRoutes(app: FastifyInstance, { db, now, product }: OwnershipOptions): void {
  route(app, listStationOwners, async ({ scope, query }) => {
    const found = await selectStationOwners(scoped(db, scope), scope, query);
    if (scope.orgId === null) return answer(200, found);
    return answer(
      200,
      found.map(({ station, ownership, groups }) => ({
        station,
        ownership: ownership && unnamed(ownership, product),
        groups,
      })),
    );
  });
  route(app, listIncidentOwners, async ({ scope }) => answer(200, await selectIncidentOwners(scoped(db, scope))));
  route(app, listAssignees, async ({ scope }) => answer(200, await selectAssignees(scoped(db, scope))));
  route(app, changeOwnership, (call) => changeOwner(scoped(db, call.scope), call, now()));
  route(app, keepViewing, async ({ params, scope, principal }) => {
    const handle = scoped(db, scope);
    const userId = principal.kind === "user" ? principal.id : 0;
    await recordViewer(handle, params, userId);
    return answer(200, { others: await selectOtherViewers(handle, params, userId) });
  });
  route(app, listOwnershipHistory, async ({ params, scope }) =>
    answer(200, await selectOwnershipHistory(scoped(db, scope), params)),
  );
}

/** Removes the names and notes of staff, which customers do not see. */
function unnamed(ownership: Ownership, product: string): Ownership {
  const support = supportName({ product });
  return { ...ownership, owner_id: null, owner: support, by: support, note: null };
}

/** Now and every minute releases things that nobody has acted on for a day, and reminds of assignments that were not acknowledged within an hour. */
export function startOwnershipExpiry({ db, now, log }: { db: Db; now: () => number; log: Logger }): Part {
  const work = async () => {
    await expireOwnerships(db, now());
    await remindOfUnacknowledged(db, now());
    await deleteOldViewers(db);
  };
  return repeat(work, { everyMs: MINUTE_MS, failure: "expired ownerships could not be released", log });
}
