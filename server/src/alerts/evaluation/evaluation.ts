import { compileScope, conditionState, matchedBy, partsKindOf } from "@groundcrew/shared/alerts";
import { supportName, type Brand } from "@groundcrew/shared/brand";
import { MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import type { LiveTopic } from "@groundcrew/shared/contract";
import type { Logger } from "pino";
import type { Db } from "../../platform/db/index.ts";
import type { Board } from "../../stations/index.ts";
import { applyAcceptable, type Work } from "../life/apply-findings.ts";
import { reportPendingEnds } from "../life/end-matches.ts";
import {
  selectDueAlerts,
  selectEnabledRules,
  selectActiveMatches,
  selectPending,
  type EnabledRule,
  type ActiveMatch,
} from "./evaluation-queries.ts";
import type { RuleState } from "./evaluate-rule.ts";
import { Evaluator } from "./evaluator.ts";
import { selectRelated } from "../causes/cause-queries.ts";
import { findParentChanges } from "../causes/find-causes.ts";
import { evaluateStaffRules, findExpired } from "./evaluate-staff-rules.ts";
import { firingAt, NO_RULE, NOT_WATCHED, resolved, stationSubject, subjectOf } from "../life/finding.ts";
import { Outages } from "../causes/outages.ts";
import { SharedReasons, type RuleAtStation } from "../causes/shared-reasons.ts";
import { Signals } from "./signals.ts";
import { SiteIndex } from "../causes/site-index.ts";
import { isInService, type SteadyFacts, type WatchedStation } from "./watched-station.ts";
import { WatchedStations } from "./watched-stations.ts";

/** The kinds of rules whose alerts several stations may have for one reason. */
const OFFLINE_KIND = partsKindOf("site_outage");
const NOT_READY_KIND = partsKindOf("site_not_ready");

/** Stations that are evaluated at once, and alerts that are decided in one transaction. */
const AT_ONCE = 1_000;
/** How often groups of errors and incidents are evaluated: when something about them has changed, and otherwise. */
const STAFF_MS = 5 * SECOND_MS;
const STAFF_IDLE_MS = MINUTE_MS;
/** How often the state in memory is read again, in case a notification was lost. */
const RESTART_MS = 5 * MINUTE_MS;

/** Topics that may change alerts about groups and incidents. Stations in maintenance do not count in groups. */
const STAFF_TOPICS: ReadonlySet<LiveTopic> = new Set(["error_groups", "support_log", "tags", "maintenance"]);

export type EvaluationOptions = {
  db: Db;
  board: Board;
  brand: Brand;
  now: () => number;
  log: Pick<Logger, "error">;
};

/** Evaluates rules. Its state in memory can be read again from the database at any time. */
export class Evaluation {
  readonly #options: EvaluationOptions;
  readonly #watched: WatchedStations;
  readonly #signals: Signals;
  readonly #sites: SiteIndex;
  readonly #evaluator: Evaluator;
  readonly #outages: Outages;
  readonly #sharedReasons: SharedReasons;
  #rules: ReadonlyMap<number, EnabledRule> = new Map();
  #restartAt = -Infinity;
  #staffAt = -Infinity;
  #staffLatest = -Infinity;
  /** Alerts that were decided since alerts were last grouped; null if they are not known. */
  #decided: Set<number> | null = null;
  /** The facts of stations at their last evaluation, for outages and maintenance. */
  readonly #recorded = new Map<string, SteadyFacts>();

  constructor(options: EvaluationOptions) {
    const { db, board } = options;
    this.#options = options;
    this.#signals = new Signals(db, (station) => this.#watched.errorsOf(station));
    this.#watched = new WatchedStations(board, (station) => this.#signals.of(station));
    this.#sites = new SiteIndex(this.#watched, options.now);
    this.#evaluator = new Evaluator();
    this.#outages = this.#newOutages();
    this.#sharedReasons = new SharedReasons({
      find: (name) => this.#findInService(name),
      siteOf: (station) => this.#sites.of(station),
      rulesAt: (station) => this.#rulesAt(station),
    });
  }

  /** Marks a station as changed. */
  mark(station: string): void {
    this.#evaluator.mark(station);
    if (this.#recorded.get(station)?.up && !this.#options.board.isUp(station)) this.#recordLoss(station);
  }

  /** Records that a link was lost. A station that just fell silent counts as offline since its last message. */
  #recordLoss(station: string): void {
    const isLinked = this.#watched.find(station)?.entry.state.linked;
    if (isLinked === false) this.#signals.countFrom(station, this.#options.now());
  }

  /** Marks a topic as changed, or everything with null. */
  markTopic(topic: LiveTopic | null): void {
    if (topic === null || topic === "alert_rules") this.#restartAt = -Infinity;
    else if (STAFF_TOPICS.has(topic)) this.#staffAt = -Infinity;
  }

  /** Evaluates all changes since the last run. After a failure, everything is read again. */
  async run(signal: AbortSignal): Promise<void> {
    try {
      await this.#restartIfDue();
      await this.#evaluateStations(signal);
      await this.#evaluateStaffRules();
      await this.#decideDue();
      await this.#group(signal);
    } catch (error) {
      this.#restartAt = -Infinity;
      this.#recorded.clear();
      throw error;
    }
  }

  async #restartIfDue(): Promise<void> {
    const { db, brand, now } = this.#options;
    if (now() < this.#restartAt) return;
    this.#restartAt = now() + RESTART_MS;
    const rules = await selectEnabledRules(db);
    const pending = await selectPending(db);
    this.#rules = new Map(rules.map((rule) => [rule.id, rule]));
    await reportPendingEnds(db, now());
    await this.#endOrphans();
    const active = await selectActiveMatches(db);
    this.#signals.setConditions(rules.map(({ condition }) => condition));
    const compiled = rules.map(({ id, condition, severity, is_provider: isProvider, ...rule }) => {
      const watches = compileScope({ ...rule, isProvider }, brand);
      return { id, condition, severity, watches };
    });
    this.#evaluator.restart(this.#watched.names(), compiled, ruleStates(pending, active));
    this.#outages.restore(active, this.#watched.names(), now());
    this.#sharedReasons.restore(active);
    this.#decided = null;
    this.#staffAt = -Infinity;
  }

  /** Ends the matches of rules that an older version has switched off, changed or deleted. */
  async #endOrphans(): Promise<void> {
    const isOrphan = ({ rule_id, kind }: ActiveMatch) => {
      return rule_id !== NO_RULE && this.#rules.get(rule_id)?.condition.kind !== matchedBy(kind);
    };
    const orphans = (await selectActiveMatches(this.#options.db)).filter(isOrphan);
    const findings = orphans.map(({ rule_id: rule, kind, subject }) => resolved({ rule, kind, subject }, NOT_WATCHED));
    await this.#apply({ findings }, this.#options.now());
  }

  async #evaluateStations(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const now = this.#options.now();
      const names = this.#evaluator.take(now, AT_ONCE);
      await this.#signals.read(names, now);
      const changed = this.#findAll(names);
      const { silent, affected } = this.#recordChanges(changed, now);
      const current = this.#findAll(names);
      const found = current.flatMap((station) => this.#evaluator.evaluate(station, now));
      // If it cannot be stored, everything is read again.
      this.#evaluator.commit(found, now);
      const outages = this.#outages.findings({ offline: firingAt(found, OFFLINE_KIND), silent }, now);
      const shared = this.#sharedReasons.findings(names, firingAt(found, NOT_READY_KIND));
      await this.#apply({ findings: [...outages, ...shared, ...found], stations: affected }, now);
      if (names.length < AT_ONCE) break;
    }
  }

  #findAll(names: readonly string[]): WatchedStation[] {
    return names.flatMap((name) => this.#watched.find(name) ?? []);
  }

  /**
   * Records changes of stations for outages and their alerts. Returns the stations that have just gone silent, and those whose alerts may be
   * affected: their maintenance, link or retirement has changed.
   */
  #recordChanges(stations: readonly WatchedStation[], now: number): { silent: string[]; affected: string[] } {
    const silent: string[] = [];
    const affected: string[] = [];
    for (const { name, subject, steady } of stations) {
      const before = this.#recorded.get(name);
      if (before === steady) continue;
      this.#recorded.set(name, steady);
      if (this.#outages.record(name, now)) {
        this.#signals.recordLoss(name, now);
        silent.push(name);
      }
      const [was, is] = [before && isInService(before.scoped), isInService(steady.scoped)];
      if (was === false && is) this.#signals.countFrom(name, now);
      const mayDiffer = before
        ? before.maintenance !== steady.maintenance ||
          (before.up !== steady.up && this.#evaluator.firing(subject).length > 0) ||
          was !== is
        : steady.maintenance !== null || !is || this.#evaluator.firing(subject).length > 0;
      if (mayDiffer) affected.push(name);
    }
    return { silent, affected };
  }

  async #evaluateStaffRules(): Promise<void> {
    const now = this.#options.now();
    if (now < this.#staffAt || now < this.#staffLatest + STAFF_MS) return;
    this.#staffLatest = now;
    this.#staffAt = now + STAFF_IDLE_MS;
    const { db } = this.#options;
    const found = await evaluateStaffRules(db, [...this.#rules.values()]);
    await this.#apply({ findings: [...found, ...(await findExpired(db, now))] }, now);
  }

  async #decideDue(): Promise<void> {
    const now = this.#options.now();
    const ids = await selectDueAlerts(this.#options.db, new Date(now).toISOString(), AT_ONCE);
    await this.#apply({ findings: [], ids }, now);
  }

  /** Groups alerts into those that cause them, and ungroups those whose cause has ended. */
  async #group(signal: AbortSignal): Promise<void> {
    const { db, now } = this.#options;
    while (!signal.aborted && this.#decided?.size !== 0) {
      const related = this.#decided && (await selectRelated(db, [...this.#decided]));
      const ids = (await findParentChanges(db, related)).map(({ id }) => id);
      this.#decided = new Set();
      for (let at = 0; at < ids.length; at += AT_ONCE) {
        await this.#apply({ findings: [], ids: ids.slice(at, at + AT_ONCE) }, now());
      }
    }
  }

  async #apply(work: Work, now: number): Promise<void> {
    const { db, brand, log } = this.#options;
    const stateOf = (station: string) => this.#watched.presenceOf(station);
    const rejected = (err: unknown, { findings, ...others }: Work) =>
      log.error(
        { err, subjects: findings.map(subjectOf), ...others },
        "the database rejects what is decided about an alert",
      );
    const decided = await applyAcceptable(db, work, { stateOf, support: supportName(brand), now, rejected });
    for (const id of decided) this.#decided?.add(id);
  }

  /** A station by what causes need to know about it; undefined if it is not in service. */
  #findInService(name: string): { up: boolean; orgId: number; inMaintenance: boolean } | undefined {
    const station = this.#watched.find(name);
    if (!station || !isInService(station.scoped)) return undefined;
    const { scoped, up, maintenance } = station.steady;
    return { up, orgId: scoped.org_id, inMaintenance: maintenance !== null };
  }

  #rulesAt(station: string): RuleAtStation[] {
    const found: RuleAtStation[] = [];
    // Nearly always there are none: this runs with every snapshot.
    for (const [rule, known] of this.#evaluator.states(stationSubject(station))) {
      const condition = this.#rules.get(rule)?.condition;
      const facts = condition?.kind === NOT_READY_KIND ? this.#watched.find(station)?.facts : undefined;
      if (!facts || !condition) continue;
      const moment = { now: this.#options.now(), before: known.firing ? known.level : null };
      found.push({ rule, isFiring: known.firing, state: conditionState(condition, facts, moment) });
    }
    return found;
  }

  #newOutages(): Outages {
    const isOffline = (rule: EnabledRule | undefined) => rule?.condition.kind === OFFLINE_KIND;
    return new Outages({
      find: (name) => this.#findInService(name),
      lastOnline: (station) => this.#watched.find(station)?.facts.last_online ?? null,
      siteOf: (station) => this.#sites.of(station),
      rulesOffline: (station) =>
        this.#evaluator.firing(stationSubject(station)).filter((rule) => isOffline(this.#rules.get(rule))),
      supportRules: () =>
        [...this.#rules.values()].filter((rule) => rule.is_provider && isOffline(rule)).map(({ id }) => id),
      product: this.#options.brand.product,
    });
  }
}

type Rows<Query extends (...args: never[]) => Promise<unknown>> = Awaited<ReturnType<Query>>;

/** The stored states of rules, by subject and rule. */
function ruleStates(
  pending: Rows<typeof selectPending>,
  active: Rows<typeof selectActiveMatches>,
): Map<string, Map<number, RuleState>> {
  const known = new Map<string, Map<number, RuleState>>();
  const put = (subject: string, rule: number, one: RuleState) => {
    const byRule = known.get(subject) ?? new Map<number, RuleState>();
    known.set(subject, byRule.set(rule, one));
  };
  for (const { rule_id, subject, since, due_at } of pending) {
    put(subject, rule_id, { firing: false, since: Date.parse(since), due: Date.parse(due_at) });
  }
  for (const { rule_id, subject, level, title } of active) {
    // A reading may differ, and so may the limit in the title: it is updated at once.
    put(subject, rule_id, { firing: true, level, title, updated: -Infinity });
  }
  return known;
}
