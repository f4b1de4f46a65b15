import type { saveReadinessRules } from "@groundcrew/shared/readiness";
import { change, type AuditNote } from "../../audit/index.ts";
import type { Db } from "../../platform/db/index.ts";
import { answer, notFound, Problem, shownAuthorOf, type Call } from "../../platform/http/index.ts";
import type { RulesSubject } from "./rule-book.ts";
import { insertRuleChange } from "./change-queries.ts";
import {
  countRules,
  deleteRules,
  findRuledStation,
  hasOrganization,
  lockRules,
  RULES_MAX,
  saveRules,
} from "./rule-queries.ts";

const NONE = { rules: {} };

/** Replaces rules; those that change nothing are removed. */
export async function save(db: Db, call: Call<typeof saveReadinessRules>, now: number) {
  const { rules, rev, ...subject } = call.body;
  return change(db, call, async (tx) => {
    const orgId = await requireSubject(tx, subject);
    const before = await lockRules(tx, subject);
    if ((before?.rev ?? null) !== rev) throw new Problem(412, changedSentence(before?.changed_by));
    if (!before && (await countRules(tx)) >= RULES_MAX) {
      throw new Problem(409, `There are rules for ${RULES_MAX} organizations and stations. Remove some first.`);
    }
    const isUsual = Object.keys(rules).length === 1 && Object.keys(rules.rules).length === 0;
    const audit: AuditNote = {
      ...targetOf(subject, orgId),
      before: { readiness: before?.rules },
      after: { readiness: rules },
    };
    const at = new Date(now).toISOString();
    await insertRuleChange(tx, { ...subject, org_id: orgId, at, before: before?.rules ?? NONE, after: rules });
    if (isUsual) await deleteRules(tx, subject);
    const saved = isUsual
      ? null
      : await saveRules(tx, { ...subject, rules, author: shownAuthorOf(call.principal), at });
    return { answer: answer(200, { rev: saved }), audit: isUsual && !before ? [] : audit };
  });
}

/** The organization whose stations rules are for, null for all. 404 if there is no such organization, or no such station of the type. */
export async function requireSubject(db: Db, { station_type, org_id, station }: RulesSubject): Promise<number | null> {
  if (station !== null) {
    const found = await findRuledStation(db, station);
    if (found?.station_type !== station_type) {
      throw notFound({ field: "station", message: "There is no such station of this type." });
    }
    return found.org_id;
  }
  if (org_id !== null && !(await hasOrganization(db, org_id))) {
    throw notFound({ field: "org_id", message: "There is no such organization." });
  }
  return org_id;
}

function targetOf({ station_type, org_id, station }: RulesSubject, orgId: number | null) {
  if (station !== null) return { target: `station ${station}`, orgId };
  return { target: org_id === null ? `readiness rules ${station_type}` : `organization ${org_id}`, orgId };
}

function changedSentence(by: string | undefined): string {
  const change = by === undefined ? "These rules were removed" : `${by} changed these rules`;
  return `${change}. Nothing was saved; load them again.`;
}
