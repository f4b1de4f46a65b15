import {
  canPlace,
  changeSite,
  changeStationTag,
  createSites,
  createStationTag,
  deleteSite,
  deleteStationTag,
  ignoreSiteSuggestion,
  listSites,
  listSiteSuggestions,
  listStationTags,
  mergeStationTag,
  type TagRecord,
} from "@groundcrew/shared/sites";
import { isManager } from "@groundcrew/shared/sessions";
import type { FastifyInstance } from "fastify";
import { scoped, type Db, type SharedDb } from "../platform/db/index.ts";
import { answer, notFound, route, type Principal, type Scope } from "../platform/http/index.ts";
import type { Board } from "../stations/index.ts";
import { entriesOf, sitesWithFigures } from "./figures.ts";
import { countTagged, selectPlaces, selectSites, selectTags, selectUnsuggested, stationsOfSite } from "./queries.ts";
import { changeOne, createAll, deleteOne, ignore } from "./save-sites.ts";
import { changeTag, createTag, deleteTag, mergeTag } from "./save-tags.ts";
import { suggestSites } from "./suggest-sites.ts";
import { countUses, readUses, type Use } from "./uses.ts";

type SiteOptions = {
  db: SharedDb;
  board: Board;
  /** Updates stations on the board. */
  refresh: (names: readonly string[]) => Promise<void>;
};

/** Sites and tags, and which stations have them. */
export function siteRoutes(app: FastifyInstance, options: SiteOptions): void {
  const { db, board, refresh } = options;
  tagRoutes(app, options);

  route(app, listSites, async ({ principal, scope, query }) => {
    const handle = scoped(db, scope);
    const orgId = organizationIn(scope, query);
    const sites = await selectSites(handle, orgId);
    return answer(200, sitesWithFigures(sites, { board, scope, uses: await usesFor(handle, principal, orgId) }));
  });

  route(app, createSites, async (call) => {
    const created = await createAll(scoped(db, call.scope), call);
    await refresh(call.body.sites.flatMap(({ stations }) => stations));
    return created;
  });

  route(app, changeSite, async (call) => {
    const handle = scoped(db, call.scope);
    const changed = await changeOne(handle, call);
    if (call.body.name !== undefined) await refresh(await stationsOfSite(handle, changed.body));
    return changed;
  });

  route(app, deleteSite, async (call) => {
    const { reply, stations } = await deleteOne(scoped(db, call.scope), call);
    await refresh(stations);
    return reply;
  });

  route(app, listSiteSuggestions, async ({ scope, query, principal }) => {
    if (principal.kind !== "user") throw notFound();
    const { user } = principal;
    const orgId = organizationIn(scope, query);
    const mine = entriesOf(board, { orgId }).filter(({ facts }) => canPlace(user, facts));
    const handle = scoped(db, scope);
    const [unsuggested, sites] = await Promise.all([selectUnsuggested(handle), selectPlaces(handle, orgId)]);
    return answer(200, suggestSites(mine, { unsuggested, sites }));
  });

  route(app, ignoreSiteSuggestion, (call) => ignore(scoped(db, call.scope), call));
}

function tagRoutes(app: FastifyInstance, { db, refresh }: SiteOptions): void {
  route(app, listStationTags, async ({ principal, scope, query }) => {
    const handle = scoped(db, scope);
    const orgId = organizationIn(scope, query);
    const [tags, stations, uses] = await Promise.all([
      selectTags(handle, orgId),
      countTagged(handle, orgId),
      usesFor(handle, principal, orgId),
    ]);
    const figuresOf = (tag: TagRecord) => ({ stations: stations.get(tag.id) ?? 0, ...countUses(uses, { tag }) });
    return answer(
      200,
      tags.map((tag) => Object.assign(figuresOf(tag), tag)),
    );
  });

  route(app, createStationTag, (call) => createTag(scoped(db, call.scope), call));

  route(app, changeStationTag, async (call) => {
    const { reply, stations } = await changeTag(scoped(db, call.scope), call);
    await refresh(stations);
    return reply;
  });

  route(app, mergeStationTag, async (call) => {
    const { reply, stations } = await mergeTag(scoped(db, call.scope), call);
    await refresh(stations);
    return reply;
  });

  route(app, deleteStationTag, async (call) => {
    const { reply, stations } = await deleteTag(scoped(db, call.scope), call);
    await refresh(stations);
    return reply;
  });
}

/** Reads which rules, views and wallboards use sites and tags; those of the provider only for its people and for managers. */
async function usesFor(db: Db, principal: Principal, orgId: number | null): Promise<Use[]> {
  const uses = await readUses(db, orgId);
  const isTrusted = principal.kind === "user" && (principal.provider || isManager(principal.user));
  return isTrusted ? uses : uses.filter(({ is_provider }) => !is_provider);
}

/** The organization of a list, null for all that the caller may see. Others do not exist for the caller. */
function organizationIn(scope: Scope, { org_id: orgId }: { org_id?: number | undefined }): number | null {
  if (orgId === undefined) return scope.orgId;
  if (!scope.sees(orgId)) throw notFound();
  return orgId;
}
