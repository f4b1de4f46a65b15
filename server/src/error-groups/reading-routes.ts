import {
  downloadErrorGroups,
  getErrorGroup,
  getGroupFirmwares,
  getGroupVariation,
  GROUPS_PAGE,
  listErrorGroups,
  listGroupEntries,
  listGroupErrors,
  listGroupFilters,
  listGroupHistory,
  listGroupStations,
  matchesMergePattern,
  previewGroupPattern,
  summarizeErrorGroups,
} from "@groundcrew/shared/error-groups";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { scoped, type Db, type SharedDb } from "../platform/db/index.ts";
import { answer, csvAnswer, notFound, route, type Principal } from "../platform/http/index.ts";
import { readCursor, writeCursor } from "../platform/lib/index.ts";
import { readEntries } from "../support-log/index.ts";
import {
  findDetails,
  hasGroup,
  selectEntryIds,
  selectErrors,
  selectFirmwares,
  selectHardware,
  selectHistory,
  selectNewest,
  selectPatterns,
  selectPatternsOf,
  selectStations,
  selectFilters,
  summarizeGroups,
} from "./detail-queries.ts";
import { countGroups, findGroups, selectGroups } from "./list-queries.ts";
import { variationsOf } from "./store/variation.ts";
import { groupColumns, groupPages } from "./write-groups-csv.ts";

const MAX = { entries: 100, newest: 10_000, previewed: 100 } as const;

type Reading = { db: SharedDb; now: () => number };

/** Lists of groups, and the contents of a group's page. All of it is for admins, who see every organization. */
export function readingRoutes(app: FastifyInstance, { db: shared, now }: Reading): void {
  route(app, listErrorGroups, async ({ query, scope, principal }) => {
    const db = scoped(shared, scope);
    const listed = { ...query, userId: userIdOf(principal) };
    const page = selectGroups(db, listed, { limit: GROUPS_PAGE, now: now() });
    const [{ groups, next }, counted] = await Promise.all([page, countGroups(db, listed)]);
    return answer(200, { groups, next, ...counted });
  });

  route(app, downloadErrorGroups, async ({ query, scope, principal }) => {
    const listed = { ...query, userId: userIdOf(principal) };
    return csvAnswer("error-groups.csv", groupColumns, groupPages(scoped(shared, scope), listed, { now: now() }));
  });

  route(app, summarizeErrorGroups, async ({ query, scope }) => {
    const ids = query.groups.split(",").map(Number);
    return answer(200, await summarizeGroups(scoped(shared, scope), ids, query.include_all));
  });

  route(app, listGroupFilters, async ({ scope }) => answer(200, await selectFilters(scoped(shared, scope))));

  route(app, getErrorGroup, async ({ params, scope }) => {
    const db = scoped(shared, scope);
    const [group] = await findGroups(db, [params.group], now());
    const details = await findDetails(db, params.group, now());
    if (!group || !details) throw notFound();
    return answer(200, { ...group, ...details });
  });

  route(app, previewGroupPattern, async ({ query, scope }) => {
    const found = await selectPatternsOf(scoped(shared, scope), query.job_type ?? null);
    const matching = found.filter(({ pattern }) => matchesMergePattern(query.pattern, pattern));
    const groups = new Map(matching.map(({ id, title }) => [id, { id, title }]));
    return answer(200, [...groups.values()].slice(0, MAX.previewed));
  });

  listRoutes(app, { db: shared, now });
}

function listRoutes(app: FastifyInstance, { db: shared }: Reading): void {
  route(app, listGroupStations, async ({ params, query, scope }) => {
    const db = await dbWith(params.group, scoped(shared, scope));
    const after = readCursor(query.cursor, z.tuple([z.number(), z.string()]));
    const wanted = { group: params.group, all: query.include_all, after, limit: GROUPS_PAGE + 1 };
    const { items: stations, next } = pageOf(await selectStations(db, wanted), ({ open, station }) => [open, station]);
    return answer(200, { stations, next });
  });

  route(app, listGroupErrors, async ({ params, query, scope }) => {
    const db = await dbWith(params.group, scoped(shared, scope));
    const after = readCursor(query.cursor, z.number());
    const wanted = { group: params.group, isOpen: query.filter_open, after, limit: GROUPS_PAGE + 1 };
    const { items: errors, next } = pageOf(await selectErrors(db, wanted), ({ id }) => id);
    return answer(200, { errors, next });
  });

  route(app, listGroupHistory, async ({ params, query, scope }) => {
    const db = await dbWith(params.group, scoped(shared, scope));
    const after = readCursor(query.cursor, z.tuple([z.iso.datetime(), z.number()]));
    const found = await selectHistory(db, { group: params.group, after, limit: GROUPS_PAGE + 1 });
    const { items: entries, next } = pageOf(found, ({ at, id }) => [at, id]);
    return answer(200, { entries, next });
  });

  route(app, listGroupEntries, async ({ params, scope }) => {
    const db = await dbWith(params.group, scoped(shared, scope));
    return answer(200, await readEntries(db, await selectEntryIds(db, params.group, MAX.entries)));
  });

  route(app, getGroupVariation, async ({ params, scope }) => {
    const db = await dbWith(params.group, scoped(shared, scope));
    const newest = await selectNewest(db, params.group, MAX.newest);
    const [hardware, patterns] = await Promise.all([
      selectHardware(db, [...new Set(newest.sources.map(({ station_name }) => station_name))]),
      selectPatterns(db, params.group),
    ]);
    const errors = newest.sources.reduce((sum, source) => sum + source.errors, 0);
    return answer(200, { errors, variations: variationsOf(newest, { hardware, patterns }) });
  });

  route(app, getGroupFirmwares, async ({ params, scope }) => {
    const db = await dbWith(params.group, scoped(shared, scope));
    return answer(200, await selectFirmwares(db, params.group));
  });
}

function userIdOf(principal: Principal): number {
  return principal.kind === "user" ? principal.id : 0;
}

/** The same database, once it is known that there is such a group. */
async function dbWith(group: number, db: Db): Promise<Db> {
  if (!(await hasGroup(db, group))) throw notFound();
  return db;
}

/** The items of a page, of which one more was read, and the cursor of the next page. */
function pageOf<T>(found: readonly T[], placeOf: (last: T) => unknown): { items: T[]; next: string | null } {
  const items = found.slice(0, GROUPS_PAGE);
  const last = found.length > GROUPS_PAGE ? items.at(-1) : undefined;
  return { items, next: last === undefined ? null : writeCursor(placeOf(last)) };
}
