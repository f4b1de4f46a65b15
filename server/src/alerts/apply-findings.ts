import { inTransaction, type Db } from "../db/index.ts";
import { notifyOfAlerts } from "../notifications/index.ts";
import { isoOf, storedMatch } from "./alert-life.ts";
import { decideOne, isWorse, type Applying } from "./decide-alert.ts";
import { findMisplaced } from "./find-causes.ts";
import { subjectOf, type AlertContent, type AlertSubject, type Finding } from "./finding.ts";
import {
  deleteMutes,
  insertAlerts,
  insertHistory,
  lockEvaluation,
  lockLives,
  selectAcknowledged,
  selectEarlierChanges,
  storeMatches,
  storeWaiting,
  updateAlerts,
  type LifeSelection,
  type NewAlert,
  type StoredLife,
} from "./life-queries.ts";

/** What is to be decided: new findings, all alerts about stations of which something else has changed, and alerts that are due. */
export type Work = { findings: readonly Finding[]; stations?: readonly string[]; ids?: readonly number[] };

/**
 * Stores findings and what follows from them, in one transaction: alerts begin, change, are grouped and end, and those to be notified are
 * noted. To apply the same findings again changes nothing. Returns whether there was anything to decide.
 */
export async function applyFindings(
  db: Db,
  { findings, stations = [], ids = [] }: Work,
  applying: Applying,
): Promise<boolean> {
  if (findings.length + stations.length + ids.length === 0) return false;
  await inTransaction(db, async (tx) => {
    await lockEvaluation(tx);
    await storeWaiting(tx, waitingIn(findings));
    const about = [...new Set(findings.filter(({ type }) => type !== "waits").map(subjectOf))];
    const begun = await begin(tx, { findings, about, now: applying.now });
    const stored = new Map<number, StoredLife>();
    const load = async (selection: LifeSelection) => {
      for (const one of await lockLives(tx, selection)) stored.set(one.id, one);
    };
    if (about.length > 0) await load({ subjects: about });
    if (stations.length > 0) await load({ stations });
    if (ids.length > 0) await load({ ids });
    await decideAll(tx, { stored: [...stored.values()], begun, findings }, applying);
  });
  return true;
}

function waitingIn(findings: readonly Finding[]) {
  return {
    begun: findings.flatMap((finding) =>
      finding.type === "waits"
        ? { rule_id: finding.rule, subject: finding.subject, since: isoOf(finding.since), due_at: isoOf(finding.due) }
        : [],
    ),
    ended: findings.flatMap((finding) =>
      finding.type === "waits" ? [] : { rule_id: finding.rule, subject: subjectOf(finding) },
    ),
  };
}

const keyOf = ({ kind, subject }: { kind: string; subject: string }) => `${kind} ${subject}`;

/** Adds the alerts that do not stand yet; returns the keys of those, with the starts and ends of the alerts before them (ms). */
async function begin(
  tx: Db,
  { findings, about, now }: { findings: readonly Finding[]; about: readonly string[]; now: number },
): Promise<Map<string, number[]>> {
  const wanted = new Map<string, { about: AlertSubject; content: AlertContent }>();
  for (const finding of findings) {
    if (finding.type !== "holds") continue;
    const key = keyOf(finding.about);
    const before = wanted.get(key);
    if (!before || isWorse(finding.content, before.content)) wanted.set(key, finding);
  }
  if (wanted.size === 0) return new Map();
  for (const one of await lockLives(tx, { subjects: about })) wanted.delete(keyOf(one));
  const earlier = await selectEarlierChanges(tx, about, isoOf(now));
  const changesOf = new Map(earlier.map((one) => [keyOf(one), one.changes.map((time) => Date.parse(time))]));
  await insertAlerts(tx, [...wanted.values()].map(newAlert(now)));
  return new Map([...wanted.keys()].map((key) => [key, changesOf.get(key) ?? []]));
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
    detail: content.detail,
    why: content.why,
    level: content.level,
    stations: content.stations,
    since: isoOf(content.since),
    fired_at: isoOf(now),
  });
}

type Deciding = { stored: readonly StoredLife[]; begun: ReadonlyMap<string, number[]>; findings: readonly Finding[] };

async function decideAll(tx: Db, { stored, begun, findings }: Deciding, applying: Applying): Promise<void> {
  const ids = stored.map(({ id }) => id);
  if (ids.length === 0) return;
  const sides = Map.groupBy(await selectAcknowledged(tx, ids), ({ id }) => id);
  const misplaced = await findMisplaced(tx, ids);
  const parents = new Map(misplaced.map(({ id, parent }) => [id, parent]));
  const byKey = Map.groupBy(
    findings.filter(({ type }) => type !== "waits"),
    (finding) => keyOf(finding.type === "holds" ? finding.about : finding),
  );
  const outcomes = stored.map((one) => {
    const key = keyOf(one);
    const acknowledged = (sides.get(one.id) ?? []).map(({ side }) => side);
    const about = { acknowledged, parent: parents.get(one.id), findings: byKey.get(key) ?? [] };
    return decideOne(one, { ...about, begun: begun.get(key) }, applying);
  });
  await updateAlerts(
    tx,
    outcomes.map(({ alert }) => alert),
  );
  await storeMatches(
    tx,
    outcomes.flatMap(({ alert: { id }, life }) => life.matches.map((match) => storedMatch(id, match))),
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
    applying.now,
  );
}
