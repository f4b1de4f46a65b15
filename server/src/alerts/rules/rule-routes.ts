import {
  changeAlertRule,
  createAlertRule,
  createUsualRules,
  deleteAlertRule,
  getAlertRule,
  isStaffKind,
  listAlertPeople,
  listAlertRules,
  listUncoveredStations,
  previewAlertRule,
  switchAlertRule,
} from "@groundcrew/shared/alerts";
import type { Brand } from "@groundcrew/shared/brand";
import type { FastifyInstance } from "fastify";
import { scoped, type SharedDb } from "../../platform/db/index.ts";
import { answer, notFound, Problem, route, type Call, type Principal, type Scope } from "../../platform/http/index.ts";
import { organizationFor } from "../../organizations/index.ts";
import type { Board } from "../../stations/index.ts";
import { previewRule } from "./preview-rule.ts";
import { countRules, findOrganization, findRules, selectPeople, selectRules } from "./rule-queries.ts";
import { stationsOfRule, uncoveredStations, watchableStations, withStations } from "./rule-stations.ts";
import { changeRule, createRule, createUsual, removeRule, switchRule, type RuleWork } from "./save-rule.ts";
import { WatchedStations } from "../evaluation/watched-stations.ts";

export type RuleOptions = { db: SharedDb; board: Board; brand: Brand; now: () => number };
const UNCOVERED_SHOWN = 200;

/**
 * The alert rules of an organization: its users read them, its managers change them. Staff read the rules of all organizations, and admins change
 * them.
 */
export function alertRuleRoutes(app: FastifyInstance, { db, board, brand, now }: RuleOptions): void {
  const watched = new WatchedStations(board);
  const workIn = (scope: Scope): RuleWork => ({
    db: scoped(db, scope),
    brand,
    watched,
    now,
    reader: scope.nameReader(brand),
  });

  route(app, listAlertRules, async ({ scope, principal, query }) => {
    const handle = scoped(db, scope);
    const orgId = organizationOf(principal);
    const isHidden = scope.orgId !== null && query.whose === "customers";
    const rules = isHidden ? [] : await selectRules(handle, { orgId, ...query }, scope.nameReader(brand));
    const counts = await countRules(handle, orgId);
    const uncovered = await uncoveredFor(workIn(scope), scope, orgId);
    return answer(200, {
      rules: withStations(rules, watched, brand),
      counts: { own: counts.own, customers: scope.orgId === null ? counts.customers : 0 },
      uncovered: uncovered.length,
    });
  });
  route(app, listUncoveredStations, async ({ scope, principal }) => {
    const found = await uncoveredFor(workIn(scope), scope, organizationOf(principal));
    const stations = found
      .slice(0, UNCOVERED_SHOWN)
      .map(({ name, description, serial_number, organization_name: organization }) => ({
        name,
        description,
        serial_number,
        organization,
      }));
    return answer(200, { count: found.length, stations });
  });
  route(app, listAlertPeople, async ({ scope, principal, query }) => {
    const orgId = query.org_id ?? organizationOf(principal);
    const handle = scoped(db, scope);
    if (!scope.sees(orgId) || !(await findOrganization(handle, orgId))) throw notFound();
    return answer(200, await selectPeople(handle, orgId));
  });
  route(app, previewAlertRule, async (call) => preview(workIn(call.scope), call, now()));
  route(app, getAlertRule, async ({ scope, params }) => {
    const [rule] = await findRules(scoped(db, scope), [params.rule], scope.nameReader(brand));
    if (!rule || !scope.sees(rule.org_id)) throw notFound();
    const [shown] = withStations([rule], watched, brand);
    if (!shown) throw notFound();
    return answer(200, shown);
  });
  route(app, createAlertRule, async (call) => {
    const { id } = await organizationFor(db, call.principal, call.body.org_id);
    return createRule(workIn(call.scope), call, id);
  });
  route(app, createUsualRules, (call) => createUsual(workIn(call.scope), call, organizationOf(call.principal)));
  route(app, changeAlertRule, (call) => changeRule(workIn(call.scope), call));
  route(app, switchAlertRule, (call) => switchRule(workIn(call.scope), call));
  route(app, deleteAlertRule, (call) => removeRule(workIn(call.scope), call));
}

async function preview({ db, brand, watched }: RuleWork, call: Call<typeof previewAlertRule>, now: number) {
  const { condition, scope, severity, org_id: named } = call.query.draft;
  const { principal } = call;
  const orgId = named ?? organizationOf(principal);
  const organization = call.scope.sees(orgId) ? await findOrganization(db, orgId) : undefined;
  if (!organization) throw notFound();
  if (!organization.is_provider && isStaffKind(condition.kind)) {
    throw new Problem(422, [{ field: "draft", message: "Only support staff have rules of this kind." }]);
  }
  const stations = watchableStations(watched, call.scope.orgId);
  const rule = { scope, org_id: orgId, is_provider: organization.is_provider, members: null };
  const draft = { condition, severity, organization };
  return answer(200, await previewRule(draft, stationsOfRule(rule, stations, brand), { db, watched, now }));
}

/** Stations that no rule of the caller's organization watches. The rules of staff watch the stations of all organizations. */
async function uncoveredFor({ db, brand, watched, reader }: RuleWork, scope: Scope, orgId: number) {
  const rules = await selectRules(db, { orgId, whose: "own" }, reader);
  return uncoveredStations(rules, { watched, orgId: scope.orgId, brand });
}

function organizationOf(principal: Principal): number {
  if (principal.kind !== "user") throw notFound();
  return principal.user.org_id;
}
