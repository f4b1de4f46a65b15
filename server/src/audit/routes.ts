import { AUDIT_PAGE, downloadAudit, getAuditAct, listAuditActors, listAuditActs } from "@groundcrew/shared/audit";
import type { FastifyInstance } from "fastify";
import { findPlaced } from "../placed-stations/index.ts";
import { scoped, type Db, type SharedDb } from "../platform/db/index.ts";
import { answer, csvAnswer, notFound, route, type Principal, type Scope } from "../platform/http/index.ts";
import { countEntries } from "./act-queries.ts";
import { findCheck } from "./chain/check-queries.ts";
import { hasOrganization, selectByName } from "./name-queries.ts";
import { insertAudit, sourceOf } from "./queries.ts";
import { readAct, readActors, readActs } from "./read-acts.ts";
import type { AuditFilter, AuditViewer } from "./visible-entries.ts";
import { auditColumns, auditPages } from "./write-audit-csv.ts";

type RouteOptions = { db: SharedDb; keptDays: number };

/** The audit log: admins read all of it, managers the entries that concern their organization. */
export function auditRoutes(app: FastifyInstance, { db, keptDays }: RouteOptions): void {
  route(app, listAuditActs, async ({ principal, scope, query }) => {
    const { cursor, ...rest } = query;
    const viewer = await viewerOf(db, principal, rest.org_id);
    const handle = scoped(db, scope);
    const filter = await filterOf(handle, { viewer, scope }, rest);
    const page = await readActs(handle, { viewer, filter }, { cursor, limit: AUDIT_PAGE });
    const count = await countEntries(handle, viewer, filter);
    const check = await findCheck(db);
    // Which entry was changed says something about other organizations.
    const broken = viewer.isAdmin || !check?.broken ? check?.broken : { ...check.broken, entry: null, at: null };
    return answer(200, { ...page, count, kept_days: keptDays, check: check && { ...check, broken: broken ?? null } });
  });

  route(app, getAuditAct, async ({ principal, scope, params }) => {
    const found = await readAct(scoped(db, scope), await viewerOf(db, principal, undefined), params.entry);
    if (!found) throw notFound();
    return answer(200, found);
  });

  route(app, listAuditActors, async ({ principal, scope, query }) =>
    answer(200, await readActors(scoped(db, scope), await viewerOf(db, principal, query.org_id))),
  );

  route(app, downloadAudit, async ({ principal, scope, query, request }) => {
    const viewer = await viewerOf(db, principal, query.org_id);
    const { orgId } = viewer;
    const handle = scoped(db, scope);
    const filter = await filterOf(handle, { viewer, scope }, query);
    const target = orgId === null ? "audit log" : `organization ${orgId}`;
    await insertAudit(db, sourceOf(principal, request), { target, orgId, after: query });
    return csvAnswer("audit-log.csv", auditColumns, auditPages(handle, { viewer, filter }));
  });
}

/** Limits what a caller reads: all entries for admins, unless they choose an organization; those of their own organization for others. */
async function viewerOf(db: SharedDb, principal: Principal, orgId: number | undefined): Promise<AuditViewer> {
  if (principal.kind !== "user") throw notFound();
  const { can_admin: isAdmin, org_id: own } = principal.user;
  if (!isAdmin && orgId !== undefined && orgId !== own) throw notFound();
  if (!isAdmin) return { isAdmin, orgId: own };
  if (orgId !== undefined && !(await hasOrganization(db, orgId))) throw notFound();
  return { isAdmin, orgId: orgId ?? null };
}

type Query = Omit<AuditFilter, "actions" | "search" | "stations"> & {
  actions?: string | undefined;
  q?: string | undefined;
  site?: number | undefined;
  tag?: string | undefined;
};

async function filterOf(
  db: Db,
  { viewer, scope }: { viewer: AuditViewer; scope: Scope },
  { outcome, actor, station, actions, from, until, q = "", site, tag }: Query,
): Promise<AuditFilter> {
  const placed = await findPlaced(db, { orgId: viewer.orgId, site, tag, hasMocked: true }, scope);
  const text = q.trim();
  const search = text === "" ? undefined : { text, ...(await selectByName(db, viewer, text)) };
  return { outcome, actor, station, stations: placed?.stations, actions: actions?.split(","), from, until, search };
}
