import { isWorse, matchedBy } from "@groundcrew/shared/alerts";
import { inTransaction, storeInHalves, type Db } from "../../platform/db/index.ts";
import { notifyOfAlerts, selectAcknowledged } from "../../notifications/index.ts";
import { isoOf } from "./alert-life.ts";
import { decideAlert, severityOf, sideOf, type DecisionContext } from "./decide-alert.ts";
import { findParentChanges } from "../causes/find-causes.ts";
import { joinLevels, LEVEL, type Levels } from "../causes/levels.ts";
import { NO_RULE, subjectOf, type AlertContent, type AlertSubject, type Finding } from "./finding.ts";
import {
  deleteMutes,
  insertAlerts,
  insertHistory,
  lockEvaluation,
  lockLives,
  storeMembers,
  storePending,
  updateAlerts,
  type LifeSelection,
  type NewAlert,
  type StoredLife,
} from "./life-queries.ts";
import { selectEarlierChanges, selectRulesOfMatches, storeMatches, type RuleOfMatch } from "./match-queries.ts";

/** Input of a decision: new findings, stations that have changed in another way, whose alerts are all decided, and alerts that are due. */
export type Work = { findings: readonly Finding[]; stations?: readonly string[]; ids?: readonly number[] };

/** Alerts that are decided in one batch. */
const AT_ONCE = 1_000;

/**
 * Stores findings and their consequences in one transaction: alerts begin, change, are grouped and end, and notifications are stored. Applying
 * the same findings again changes nothing. Returns the alerts that were decided.
 */
export async function applyFindings(db: Db, work: Work, context: DecisionContext): Promise<number[]> {
  const { findings, stations = [], ids = [] } = work;
  if (findings.length + stations.length + ids.length === 0) return [];
  return inTransaction(db, (tx) => applyInTransaction(tx, work, context));
}

type Piece = { findings: readonly Finding[] } | { station: string } | { id: number };

/**
 * Applies findings like `applyFindings`, but skips those that the database rejects, so that one subject does not keep all others from being
 * evaluated; `rejected` is called with them.
 */
export async function applyAcceptable(
  db: Db,
  { findings, stations = [], ids = [] }: Work,
  { rejected, ...context }: DecisionContext & { rejected: (error: unknown, work: Work) => void },
): Promise<number[]> {
  const pieces: Piece[] = [
    ...[...Map.groupBy(findings, subjectOf).values()].map((of) => ({ findings: of })),
    ...stations.map((station) => ({ station })),
    ...ids.map((id) => ({ id })),
  ];
  const decided: number[] = [];
  await storeInHalves(pieces, {
    store: async (some) => {
      decided.push(...(await applyFindings(db, workOf(some), context)));
      return [];
    },
    rejected: (piece, error) => {
      rejected(error, workOf([piece]));
      return [];
    },
  });
  return decided;
}

function workOf(pieces: readonly Piece[]): Work {
  return {
    findings: pieces.flatMap((piece) => ("findings" in piece ? piece.findings : [])),
    stations: pieces.flatMap((piece) => ("station" in piece ? piece.station : [])),
    ids: pieces.flatMap((piece) => ("id" in piece ? piece.id : [])),
  };
}

/** Applies findings in the caller's transaction. */
export async function applyInTransaction(tx: Db, work: Work, context: DecisionContext): Promise<number[]> {
  const { findings, stations = [], ids = [] } = work;
  await lockEvaluation(tx);
  await storePending(tx, pendingIn(findings));
  const decided = await withoutStale(
    tx,
    findings.filter(({ type }) => type !== "pending"),
  );
  const about = [...new Set(decided.map(subjectOf))];
  const begun = await begin(tx, { findings: decided, about, now: context.now });
  await storeMembers(tx, membersIn(decided));
  const stored = new Map<number, StoredLife>();
  const load = async (selection: LifeSelection) => {
    for (const one of await lockLives(tx, selection)) stored.set(one.id, one);
  };
  if (about.length > 0) await load({ subjects: about });
  if (stations.length > 0) await load({ stations });
  if (ids.length > 0) await load({ ids });
  const all = [...stored.values()];
  const byKey = await levelsIn(tx, decided);
  const levels = new Map(all.map((one) => [one.id, byKey.get(keyOf(one)) ?? {}]));
  for (let at = 0; at < all.length; at += AT_ONCE) {
    await decideAll(tx, { stored: all.slice(at, at + AT_ONCE), begun, findings: decided, levels }, context);
  }
  return [...stored.keys()];
}

/** The stations of outages, which determine the alerts that are grouped into them and whether they are in maintenance. */
function membersIn(findings: readonly Finding[]): { subject: string; members: readonly string[] }[] {
  const causes = findings.flatMap((finding) =>
    finding.type === "firing" && finding.about.members.length > 0 ? finding.about : [],
  );
  return [...new Map(causes.map(({ subject, members }) => [subject, { subject, members }])).values()];
}

function pendingIn(findings: readonly Finding[]) {
  return {
    begun: findings.flatMap((finding) =>
      finding.type === "pending"
        ? { rule_id: finding.rule, subject: finding.subject, since: isoOf(finding.since), due_at: isoOf(finding.due) }
        : [],
    ),
    ended: findings.flatMap((finding) =>
      finding.type === "pending" ? [] : { rule_id: finding.rule, subject: subjectOf(finding) },
    ),
  };
}

/** Removes the findings of rules that were switched off, deleted or given another kind of condition meanwhile. */
async function withoutStale(tx: Db, findings: readonly Finding[]): Promise<Finding[]> {
  const firing = findings.filter(({ type }) => type === "firing").map(({ rule }) => rule);
  const rules = await rulesById(tx, firing);
  return findings.filter((finding) => {
    if (finding.type !== "firing" || finding.rule === NO_RULE) return true;
    const rule = rules.get(finding.rule);
    return rule?.enabled === true && rule.kind === matchedBy(finding.about.kind);
  });
}

async function rulesById(tx: Db, ids: readonly number[]): Promise<Map<number, RuleOfMatch>> {
  const distinct = [...new Set(ids)].filter((id) => id !== NO_RULE);
  const found = distinct.length === 0 ? [] : await selectRulesOfMatches(tx, distinct);
  return new Map(found.map((rule) => [rule.id, rule]));
}

const keyOf = ({ kind, subject }: { kind: string; subject: string }) => `${kind} ${subject}`;

/** Starts and ends of rules in earlier alerts (ms), by the key of an alert and the rule. */
type EarlierChanges = ReadonlyMap<string, ReadonlyMap<number, readonly number[]>>;

/** Adds the alerts that are not active yet; returns the keys of those, with the starts and ends of rules in the alerts before them. */
async function begin(
  tx: Db,
  { findings, about, now }: { findings: readonly Finding[]; about: readonly string[]; now: number },
): Promise<EarlierChanges> {
  const wanted = new Map<string, { about: AlertSubject; content: AlertContent }>();
  for (const finding of findings) {
    if (finding.type !== "firing") continue;
    const key = keyOf(finding.about);
    const before = wanted.get(key);
    if (!before || isWorse(finding.content, before.content)) wanted.set(key, finding);
  }
  if (wanted.size === 0) return new Map();
  for (const one of await lockLives(tx, { subjects: about })) wanted.delete(keyOf(one));
  const earlier = Map.groupBy(await selectEarlierChanges(tx, about, isoOf(now)), keyOf);
  await insertAlerts(tx, [...wanted.values()].map(newAlert(now)));
  const changesOf = (key: string) =>
    (earlier.get(key) ?? []).map(({ rule, changes }) => [rule, changes.map((time) => Date.parse(time))] as const);
  return new Map([...wanted.keys()].map((key) => [key, new Map(changesOf(key))]));
}

function newAlert(now: number) {
  return ({ about, content }: { about: AlertSubject; content: AlertContent }): NewAlert => ({
    kind: about.kind,
    subject: about.subject,
    site: about.site,
    members: about.members,
    station_name: about.station,
    org_id: about.orgId,
    severity: content.severity,
    title: content.title,
    plain_title: content.plain,
    detail: content.detail,
    why: content.why,
    level: content.level,
    stations: content.stations,
    since: isoOf(content.since),
    fired_at: isoOf(now),
  });
}

type Deciding = {
  stored: readonly StoredLife[];
  begun: EarlierChanges;
  findings: readonly Finding[];
  levels: ReadonlyMap<number, Levels>;
};

/** How urgent alerts are by findings, which may not be stored yet, by the key of each. */
async function levelsIn(tx: Db, findings: readonly Finding[]): Promise<Map<string, Levels>> {
  const firing = findings.filter((finding) => finding.type === "firing");
  const rules = await rulesById(
    tx,
    firing.map(({ rule }) => rule),
  );
  const levels = new Map<string, Levels>();
  for (const { rule, about, content } of firing) {
    const known = rules.get(rule);
    const side = known ? sideOf(known) : 0;
    const level = LEVEL[severityOf(about, known) ?? content.severity];
    levels.set(keyOf(about), joinLevels(levels.get(keyOf(about)) ?? {}, { [side]: level }));
  }
  return levels;
}

async function decideAll(
  tx: Db,
  { stored, begun, findings, levels }: Deciding,
  context: DecisionContext,
): Promise<void> {
  const ids = stored.map(({ id }) => id);
  const acknowledged = await selectAcknowledged(tx, ids);
  const byKey = Map.groupBy(findings, (finding) => keyOf(finding.type === "firing" ? finding.about : finding));
  const rules = await rulesById(tx, [
    ...findings.map(({ rule }) => rule),
    ...stored.flatMap(({ matches }) => matches.map(({ rule }) => rule)),
  ]);
  const changed = await findParentChanges(tx, ids, levels);
  const parents = new Map(changed.map(({ id, parent }) => [id, parent]));
  const outcomes = stored.map((one) => {
    const key = keyOf(one);
    const sides = [0, one.org_id ?? 0].filter((side) => acknowledged.has(`${one.id}:${side}`));
    const about = { acknowledged: sides, parent: parents.get(one.id), findings: byKey.get(key) ?? [] };
    return decideAlert(one, { ...about, rules, begun: begun.get(key) }, context);
  });
  await updateAlerts(
    tx,
    outcomes.map(({ alert }) => alert),
  );
  await storeMatches(
    tx,
    outcomes.flatMap(({ alert: { id }, life }) => life.matches.map((match) => Object.assign({ alert_id: id }, match))),
  );
  await deleteMutes(
    tx,
    outcomes.flatMap(({ endedMutes }) => endedMutes),
  );
  await insertHistory(
    tx,
    outcomes.flatMap(({ lines }) => lines),
  );
  await notifyOfAlerts(
    tx,
    outcomes.flatMap(({ events }) => events),
    context.now,
  );
}
