import {
  isStaffKind,
  MAX_RULES,
  type AlertRule,
  type changeAlertRule,
  type ChangedRule,
  type createAlertRule,
  type createUsualRules,
  type deleteAlertRule,
  type switchAlertRule,
  usualRules,
} from "@groundcrew/shared/alerts";
import { supportName, type Brand } from "@groundcrew/shared/brand";
import { change } from "../../audit/index.ts";
import type { Db, NameReader } from "../../platform/db/index.ts";
import {
  answer,
  notFound,
  Problem,
  shownAuthorOf,
  type Author,
  type Call,
  type Principal,
} from "../../platform/http/index.ts";
import {
  countChannelsOf,
  countKnown,
  deleteRule,
  findOrganization,
  findRules,
  insertRule,
  keepScope,
  lockRuleCount,
  setRuleEnabled,
  updateRule,
  type StoredRule,
} from "./rule-queries.ts";
import type { DecisionContext } from "../life/decide-alert.ts";
import { endMatchesOf, reviseMatchesOf } from "../life/end-matches.ts";
import { stationsOfRule, watchableStations, withStations } from "./rule-stations.ts";
import type { WatchedStations } from "../evaluation/watched-stations.ts";

export type RuleWork = { db: Db; brand: Brand; watched: WatchedStations; now: () => number; reader: NameReader };

const SWITCHED_OFF = "The rule was switched off";
const CHANGED = "The rule was changed";

/** The settings of a rule as people enter them. */
type Entered = Omit<ChangedRule, "rev">;
type Owner = { org_id: number; is_provider: boolean };

/** Adds a rule of an organization. */
export async function createRule(work: RuleWork, call: Call<typeof createAlertRule>, orgId: number) {
  const { org_id: _, ...entered } = call.body;
  return change(work.db, call, async (tx) => {
    const [rule] = await add(work, tx, { orgId, rules: [entered], author: shownAuthorOf(call.principal) });
    if (!rule) throw notFound();
    return { answer: answer(201, rule), audit: { target: `alert rule ${rule.id}`, orgId, after: auditOf(entered) } };
  });
}

/** Adds the usual rules to an organization that has none. */
export async function createUsual(work: RuleWork, call: Call<typeof createUsualRules>, orgId: number) {
  const { channels } = call.body;
  const rules = usualRules().map((rule) => Object.assign(rule, { channels }));
  return change(work.db, call, async (tx) => {
    if ((await lockRuleCount(tx, orgId)) > 0) throw new Problem(409, "There are rules already.");
    const added = await add(work, tx, { orgId, rules, author: shownAuthorOf(call.principal) });
    const after = { rules: added.map(({ id, name }) => ({ id, name })), channels };
    return { answer: answer(201, added), audit: { target: `organization ${orgId}`, orgId, after } };
  });
}

type Adding = { orgId: number; rules: readonly Entered[]; author: Author };

async function add(work: RuleWork, tx: Db, { orgId, rules, author }: Adding): Promise<AlertRule[]> {
  const { brand } = work;
  for (const { scope } of rules) await keepScope(tx, scope);
  if ((await lockRuleCount(tx, orgId)) + rules.length > MAX_RULES) {
    throw new Problem(409, `An organization has at most ${MAX_RULES} rules.`);
  }
  const organization = await findOrganization(tx, orgId);
  if (!organization) throw notFound();
  const owner = { org_id: orgId, ...organization };
  const ids: number[] = [];
  for (const rule of rules) {
    await checkRule(work, tx, { rule, owner });
    ids.push(await insertRule(tx, { ...rule, org_id: orgId, members: membersOf(work, rule, owner) }, author));
  }
  return withStations(await findRules(tx, ids, work.reader), work.watched, brand);
}

/** Replaces the settings of a rule. */
export async function changeRule(work: RuleWork, call: Call<typeof changeAlertRule>) {
  const { rev, ...rule } = call.body;
  return change(work.db, call, async (tx) => {
    await keepScope(tx, rule.scope);
    const before = await lockSeen(work, tx, { id: call.params.rule, rev, principal: call.principal });
    await checkRule(work, tx, { rule, owner: before });
    const row = { ...rule, org_id: before.org_id, members: membersOf(work, rule, before) };
    await updateRule(tx, before.id, { rule: row, author: shownAuthorOf(call.principal) });
    const context = contextOf(work);
    if (before.enabled && !rule.enabled) await endMatchesOf(tx, { rule: before.id, reason: SWITCHED_OFF }, context);
    else if (before.condition.kind !== rule.condition.kind)
      await endMatchesOf(tx, { rule: before.id, reason: CHANGED }, context);
    else await reviseMatchesOf(tx, { rule: before.id, before, after: rule }, context);
    return {
      answer: answer(200, await written(work, tx, before.id)),
      audit: { ...targetOf(before), before: auditOf(before), after: auditOf(rule) },
    };
  });
}

export async function switchRule(work: RuleWork, call: Call<typeof switchAlertRule>) {
  const { enabled, reason, rev } = call.body;
  return change(work.db, call, async (tx) => {
    const before = await lockSeen(work, tx, { id: call.params.rule, rev, principal: call.principal });
    await setRuleEnabled(tx, before.id, { enabled, reason: reason || null, author: shownAuthorOf(call.principal) });
    if (!enabled) await endMatchesOf(tx, { rule: before.id, reason: SWITCHED_OFF }, contextOf(work));
    return {
      answer: answer(200, await written(work, tx, before.id)),
      audit: { ...targetOf(before), before: { enabled: before.enabled }, after: { enabled, reason } },
    };
  });
}

export async function removeRule(work: RuleWork, call: Call<typeof deleteAlertRule>) {
  return change(work.db, call, async (tx) => {
    const { rev } = call.query;
    const before = await lockSeen(work, tx, { id: call.params.rule, rev, principal: call.principal });
    await endMatchesOf(tx, { rule: before.id, reason: "The rule was deleted" }, contextOf(work));
    await deleteRule(tx, before.id);
    return { answer: answer(204, null), audit: { ...targetOf(before), before: auditOf(before) } };
  });
}

function contextOf({ brand, watched, now }: RuleWork): DecisionContext {
  return { stateOf: (station) => watched.presenceOf(station), support: supportName(brand), now: now() };
}

type Seen = { id: number; rev: number; principal: Principal };

/** Locks a rule at the revision that the caller loaded: 404 for one that they may not change, 412 when it has changed since. */
async function lockSeen({ reader }: RuleWork, tx: Db, { id, rev, principal }: Seen): Promise<StoredRule> {
  const [found] = await findRules(tx, [id], { ...reader, lock: true });
  if (!found || principal.kind !== "user") throw notFound();
  const { can_admin: isAdmin, org_id: orgId } = principal.user;
  if (!isAdmin && found.org_id !== orgId) throw notFound();
  if (found.rev === rev) return found;
  throw new Problem(412, `${found.edited_by} changed this rule. Nothing was saved; load it again.`);
}

async function written({ brand, watched, reader }: RuleWork, tx: Db, id: number): Promise<AlertRule> {
  const [rule] = withStations(await findRules(tx, [id], reader), watched, brand);
  if (!rule) throw new Error(`Rule ${id} was not stored.`);
  return rule;
}

/** The fixed stations of a rule that new stations do not join; null for other rules. */
function membersOf({ watched, brand }: RuleWork, rule: Entered, owner: Owner): string[] | null {
  if (rule.auto_join) return null;
  const stations = watchableStations(watched, owner.is_provider ? null : owner.org_id);
  const found = stationsOfRule({ ...owner, scope: rule.scope, members: null }, stations, brand);
  return found.map(({ name }) => name);
}

/** Rejects references that a rule of an organization may not have, with the same answer as for ones that do not exist. */
async function checkRule(work: RuleWork, tx: Db, { rule, owner }: { rule: Entered; owner: Owner }): Promise<void> {
  const { org_id: orgId, is_provider: isProvider } = owner;
  if (!isProvider && isStaffKind(rule.condition.kind)) {
    throw new Problem(422, [{ field: "condition", message: "Only support staff have rules of this kind." }]);
  }
  const channels = new Set([...rule.channels, ...rule.steps.flatMap((step) => step.channels)]);
  if ((await countChannelsOf(tx, orgId, [...channels])) < channels.size) {
    throw notFound({ field: "channels", message: "There is no such channel." });
  }
  const people = new Set(rule.steps.flatMap((step) => step.people));
  const orgIds = new Set(rule.scope.kind === "organizations" ? rule.scope.org_ids : []);
  const sites = new Set(rule.scope.kind === "sites" ? rule.scope.site_ids : []);
  const tags = new Set(rule.scope.kind === "tags" ? [...rule.scope.any, ...rule.scope.not] : []);
  const named = { orgIds: [...orgIds], people: [...people], sites: [...sites], tags: [...tags] };
  const known = await countKnown(tx, { ...named, orgId, isProvider });
  if (known.people < people.size) throw notFound({ field: "steps", message: "There is no such person." });
  const seesAll = isProvider || [...orgIds].every((id) => id === orgId);
  if (known.organizations < orgIds.size || !seesAll) {
    throw notFound({ field: "scope", message: "There is no such organization." });
  }
  if (known.sites < sites.size) throw notFound({ field: "scope", message: "There is no such site." });
  if (known.tags < tags.size) throw notFound({ field: "scope", message: "There is no such tag." });
  const names = rule.scope.kind === "stations" ? rule.scope.names : [];
  const isKnown = (name: string) => isProvider || work.watched.scoped(name)?.org_id === orgId;
  if (!names.every((name) => work.watched.scoped(name) !== undefined && isKnown(name))) {
    throw notFound({ field: "scope", message: "There is no such station." });
  }
}

function targetOf({ id, org_id: orgId }: StoredRule) {
  return { target: `alert rule ${id}`, orgId };
}

function auditOf({ name, condition, severity, scope, channels, enabled }: Entered) {
  return { name, condition, severity, scope, channels, enabled };
}
