import { isAboutSeveral, type SeveralKind } from "@groundcrew/shared/alerts";
import type { Site } from "@groundcrew/shared/stations";
import type { ActiveMatch } from "../evaluation/evaluation-queries.ts";
import { resolved, type Finding } from "../life/finding.ts";
import { causeFinding, type Cause } from "./cause-finding.ts";

type CauseStation = { orgId: number; inMaintenance: boolean };

/** The facts that are needed to know which stations a cause explains. */
export type CauseFacts = {
  /** Undefined for a station that is not in service. */
  find: (station: string) => CauseStation | undefined;
  siteOf: (station: string) => Site | undefined;
};

export const OUT_OF_SERVICE = "Its stations are no longer in service";
export const NEW_CAUSE = { active: [], atSite: 0, reported: null, isRefuted: false };

const NO_CAUSES: readonly Cause[] = [];

/** Active causes by their subjects and by the stations that they explain, and what is stored of them. */
export class KnownCauses {
  readonly #facts: CauseFacts;
  readonly #bySubject = new Map<string, Cause>();
  readonly #byMember = new Map<string, Set<Cause>>();

  constructor(facts: CauseFacts) {
    this.#facts = facts;
  }

  all(): Cause[] {
    return [...this.#bySubject.values()];
  }

  get(subject: string): Cause | undefined {
    return this.#bySubject.get(subject);
  }

  /** The causes that a station is a member of. */
  of(station: string): readonly Cause[] {
    const causes = this.#byMember.get(station);
    return causes ? [...causes] : NO_CAUSES;
  }

  isActive(cause: Cause): boolean {
    return this.#bySubject.get(cause.subject) === cause;
  }

  add(cause: Cause): Cause {
    this.#bySubject.set(cause.subject, cause);
    for (const [station, orgId] of cause.members) this.join(cause, station, orgId);
    return cause;
  }

  join(cause: Cause, station: string, orgId: number): void {
    cause.members.set(station, orgId);
    const causes = this.#byMember.get(station) ?? new Set();
    this.#byMember.set(station, causes.add(cause));
  }

  leave(cause: Cause, station: string): void {
    cause.members.delete(station);
    const causes = this.#byMember.get(station);
    causes?.delete(cause);
    if (causes?.size === 0) this.#byMember.delete(station);
  }

  /** Restores the stored causes, of which those are known again that this server has not found itself. */
  restore(active: readonly ActiveMatch[]): void {
    const stored = Map.groupBy(active, ({ subject }) => subject);
    for (const [subject, [first]] of stored) {
      if (!first || !isAboutSeveral(first.kind) || this.#bySubject.has(subject)) continue;
      this.add(this.#causeOf(first.kind, first));
    }
    for (const [subject, cause] of this.#bySubject) {
      cause.rules = new Set((stored.get(subject) ?? []).map(({ rule_id: rule }) => rule));
      cause.reported = null;
    }
  }

  /** A cause that another server has found, or this one before it stopped. */
  #causeOf(kind: SeveralKind, { subject, members, since, title, org_id: orgId }: ActiveMatch): Cause {
    const from = Date.parse(since);
    const stations = members.flatMap((name) => {
      const station = this.#facts.find(name);
      return station && (orgId === null || station.orgId === orgId) ? [[name, station.orgId] as const] : [];
    });
    const site = stations.map(([name]) => this.#facts.siteOf(name)).find((one) => one !== undefined);
    return {
      ...NEW_CAUSE,
      kind,
      subject,
      orgId,
      title,
      place: site?.place || null,
      since: from,
      from,
      confirmed: from,
      members: new Map(stations),
      atSite: site?.stations.length ?? members.length,
      rules: new Set(),
    };
  }

  /** Sets which members are not in maintenance. */
  setActive(cause: Cause): void {
    cause.active = [...cause.members.keys()].filter((name) => this.#facts.find(name)?.inMaintenance === false);
  }

  /** Ends a cause, for a reason or with null for the usual one of its kind. */
  end(cause: Cause, reason: string | null): Finding[] {
    const { kind, subject, members, rules } = cause;
    for (const station of members.keys()) this.leave(cause, station);
    this.#bySubject.delete(subject);
    const ending = { cause: reason === OUT_OF_SERVICE ? "station" : "condition", reason } as const;
    return [...rules].map((rule) => resolved({ rule, kind, subject }, ending));
  }

  /**
   * The findings to store for a cause: for all rules if its members have changed, otherwise for the rules that are new. It is one of so many stations
   * at its site, or of those that report and its own.
   */
  report(cause: Cause, rulesAt: (station: string) => readonly number[], reporting?: number): Finding[] {
    const { members, rules, active, atSite } = cause;
    // If all stations of a site are in maintenance, so is the site.
    const shown = active.length > 0 ? active : [...members.keys()];
    const added = new Set(shown.flatMap((station) => rulesAt(station).filter((rule) => !rules.has(rule))));
    const state = JSON.stringify([active.length > 0, shown]);
    const isChanged = cause.reported !== state;
    for (const rule of added) rules.add(rule);
    cause.reported = state;
    const all = reporting === undefined ? atSite : reporting + shown.length;
    return [...(isChanged ? rules : added)].map((rule) => causeFinding(cause, { rule, shown, all }));
  }
}
