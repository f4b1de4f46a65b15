import {
  contradictsItself,
  ruleScope,
  usesSite,
  usesTag,
  withTagRenamed,
  type RuleScope,
} from "@groundcrew/shared/alerts";
import { usedText, type TagRecord, type UseCounts } from "@groundcrew/shared/sites";
import { selectScopes, updateScopes } from "../alerts/index.ts";
import type { AuditNote } from "../audit/index.ts";
import type { Db } from "../platform/db/index.ts";
import { Problem, shownAuthorOf, type Principal } from "../platform/http/index.ts";
import { selectViewUses, updateSettings } from "../saved-views/index.ts";
import { selectWallboardUses, updateWallboardViews } from "../wallboards/index.ts";
import { countTagsNamed } from "./queries.ts";

/** A rule, view or wallboard by the stations that it has. Only its owner knows a `personal` view. */
export type Use = {
  by: keyof UseCounts;
  id: number;
  org_id: number;
  is_provider: boolean;
  personal: boolean;
  scope: RuleScope;
};

/** A site, or a tag of an organization. */
export type Used = { site: { id: number; org_id: number } } | { tag: { name: string; org_id: number } };

/** Rules, views and wallboards that can use the sites and tags of an organization, or of any for null. `lock` keeps others from changing them. */
export async function readUses(db: Db, orgId: number | null, options: { lock?: boolean } = {}): Promise<Use[]> {
  const rules = await selectScopes(db, orgId, options);
  const views = await selectViewUses(db, orgId, options);
  const wallboards = await selectWallboardUses(db, orgId, options);
  return [
    ...rules.map((rule): Use => Object.assign(rule, { by: "rules" as const, personal: false })),
    ...views.map(({ id, org_id, is_provider, settings, shared }): Use => {
      return { by: "views", id, org_id, is_provider, personal: !shared, scope: scopeOf(settings) };
    }),
    ...wallboards.map(({ id, org_id, is_provider, view }): Use => {
      return { by: "wallboards", id, org_id, is_provider, personal: false, scope: scopeOf(view) };
    }),
  ];
}

function scopeOf(query: Record<string, string>): RuleScope {
  return { kind: "view", query, name: null };
}

/** Those that use a site or a tag: of its organization, and of the provider, who has the stations of all. */
function usesOf(uses: readonly Use[], used: Used): Use[] {
  const { org_id: orgId } = "site" in used ? used.site : used.tag;
  const matches = (scope: RuleScope) =>
    "site" in used ? usesSite(scope, used.site.id) : usesTag(scope, used.tag.name);
  return uses.filter(({ scope, org_id, is_provider }) => (is_provider || org_id === orgId) && matches(scope));
}

/** How many use a site or a tag, without the personal views. */
export function countUses(uses: readonly Use[], used: Used): UseCounts {
  return counted(usesOf(uses, used));
}

function counted(uses: readonly Use[]): UseCounts {
  const count = (kind: Use["by"]) => uses.filter(({ by, personal }) => by === kind && !personal).length;
  return { rules: count("rules"), views: count("views"), wallboards: count("wallboards") };
}

/** Refuses to delete what others than personal views use. */
export async function refuseUsed(tx: Db, used: Used): Promise<void> {
  const { org_id: orgId } = "site" in used ? used.site : used.tag;
  refuse(usesOf(await readUses(tx, orgId), used));
}

function refuse(uses: readonly Use[]): void {
  const text = usedText(counted(uses));
  if (text !== null) throw new Problem(409, `Used by ${text}.`);
}

type Renaming = { tag: TagRecord; to: string; principal: Principal };

/**
 * Has everything that uses a tag name it as it is called now; returns notes of what changed. Refused to others than admins if a rule, a wallboard or a shared
 * view of the provider uses it, and to all if one of them would then require a tag and exclude it, or would have too many. Personal views are adapted, or
 * stay as they are if they would have too many.
 */
export async function renameUses(tx: Db, { tag, to, principal }: Renaming): Promise<AuditNote[]> {
  const uses = usesOf(await readUses(tx, tag.org_id, { lock: true }), { tag });
  const isAdmin = principal.kind === "user" && principal.user.can_admin;
  if (!isAdmin) refuse(uses.filter(({ org_id }) => org_id !== tag.org_id));
  // The provider's are for the tags with this name of all organizations.
  const isElsewhere = (await countTagsNamed(tx, tag.name, { except: tag.id })) > 0;
  const renamed = uses.map((use) => {
    const names = { from: tag.name, to, keeps: use.is_provider && isElsewhere };
    const scope = withTagRenamed(use.scope, names);
    return { use, scope, isValid: ruleScope.safeParse(scope).success };
  });
  refuseBroken(
    renamed.filter(({ use }) => !use.personal),
    to,
  );
  const changed = renamed.filter(({ isValid }) => isValid);
  const of = (by: Use["by"]) =>
    changed.filter(({ use }) => use.by === by).map(({ use: { id }, scope }) => ({ id, scope }));
  const queries = (by: Use["by"]) =>
    of(by).flatMap(({ id, scope }) => (scope.kind === "view" ? [{ id, query: scope.query }] : []));
  await updateScopes(tx, of("rules"), shownAuthorOf(principal));
  await updateSettings(
    tx,
    queries("views").map(({ id, query: settings }) => ({ id, settings })),
  );
  await updateWallboardViews(
    tx,
    queries("wallboards").map(({ id, query: view }) => ({ id, view })),
  );
  return changed.filter(({ use }) => !use.personal).map(noteOf);
}

type Renamed = { use: Use; scope: RuleScope; isValid: boolean };

function refuseBroken(renamed: readonly Renamed[], to: string): void {
  const kindOf = ({ use: { by } }: Renamed) =>
    ({ rules: "A rule", views: "A saved view", wallboards: "A wallboard" })[by];
  const contrary = renamed.find(({ use, scope }) => !contradictsItself(use.scope) && contradictsItself(scope));
  if (contrary) {
    throw new Problem(409, `${kindOf(contrary)} would then both require and exclude ${to}. Change it first.`);
  }
  const large = renamed.find(({ isValid }) => !isValid);
  if (large) throw new Problem(409, `${kindOf(large)} would then have too many tags. Change it first.`);
}

const TARGETS = { rules: "alert rule", views: "saved view", wallboards: "wallboard" };

function noteOf({
  use: { by, id, org_id: orgId, scope: before },
  scope: after,
}: {
  use: Use;
  scope: RuleScope;
}): AuditNote {
  return { target: `${TARGETS[by]} ${id}`, orgId, before: { scope: before }, after: { scope: after } };
}
