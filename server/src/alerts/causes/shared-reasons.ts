import type { ConditionState, SharedReason } from "@groundcrew/shared/alerts";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import type { Site } from "@groundcrew/shared/stations";
import type { ActiveMatch } from "../evaluation/evaluation-queries.ts";
import type { Finding } from "../life/finding.ts";
import type { Cause } from "./cause-finding.ts";
import { KnownCauses, NEW_CAUSE, OUT_OF_SERVICE, type CauseFacts } from "./known-causes.ts";

/** Stations of a site whose reasons began within this time of each other may have one cause, if there are at least so many. */
const WITHIN_MS = 10 * MINUTE_MS;
const STATIONS_MIN = 3;

const OTHER_REASONS = "Its stations have other reasons now";

/** A rule that is pending or firing at a station, and what its condition says now. */
export type RuleAtStation = { rule: number; isFiring: boolean; state: ConditionState };

/** The stations at which rules have just found something, with those rules. */
type Fired = ReadonlyMap<string, readonly number[]>;

type SharedReasonFacts = CauseFacts & { rulesAt: (station: string) => readonly RuleAtStation[] };

/** A station with a reason. */
type Having = SharedReason & { station: string };

/**
 * Recognizes that several stations of a site have the same reason for their alerts. Members are those whose reason began within ten minutes of the
 * first one's. They leave when they have it no more, moved, or are out of service. What is not known at the moment changes nothing.
 */
export class SharedReasons {
  readonly #facts: SharedReasonFacts;
  readonly #causes: KnownCauses;
  /** The reasons of stations when their sites were last looked at, as texts. */
  readonly #seen = new Map<string, string>();
  /** Why the last member left each cause; null if it is over. */
  readonly #endings = new WeakMap<Cause, string | null>();

  constructor(facts: SharedReasonFacts) {
    this.#facts = facts;
    this.#causes = new KnownCauses(facts);
  }

  /** Restores the stored causes, so that differences are found again. */
  restore(active: readonly ActiveMatch[]): void {
    this.#causes.restore(active.filter(({ kind }) => kind === "site_not_ready"));
  }

  /** The causes that have begun, changed or ended after stations have `changed`, of which rules have just found those in `fired`. */
  findings(changed: readonly string[], fired: Fired): Finding[] {
    const affected = new Set(changed.flatMap((station) => this.#update(station)));
    for (const [site, keys] of this.#sitesOf(changed, fired)) {
      for (const key of keys) for (const cause of this.#find(site, key, fired)) affected.add(cause);
    }
    return [...affected].flatMap((cause) => {
      if (cause.members.size === 0) return this.#causes.end(cause, this.#endings.get(cause) ?? null);
      this.#causes.setActive(cause);
      return this.#causes.report(cause, (station) => this.#firingAt(station, keyOf(cause)));
    });
  }

  /** The reason that all rules at a station are about; null if there are several or none, undefined while it is not known. */
  #reasonAt(station: string): SharedReason | null | undefined {
    const states = this.#facts.rulesAt(station).map(({ state }) => state);
    if (states.some(({ state }) => state === "unknown")) return undefined;
    const [first = null, ...others] = states.flatMap((state) => sharedIn(state) ?? []);
    return others.every(({ key }) => key === first?.key) ? first : null;
  }

  /** Removes a station from the causes whose members it no longer is, and returns its causes. */
  #update(name: string): readonly Cause[] {
    const causes = this.#causes.of(name);
    if (causes.length === 0) return causes;
    const orgId = this.#facts.find(name)?.orgId;
    const reason = this.#reasonAt(name);
    for (const cause of causes) {
      const isOfSame = orgId === cause.members.get(name);
      if (isOfSame && (reason === undefined || reason?.key === keyOf(cause))) continue;
      this.#causes.leave(cause, name);
      const isOver = this.#facts.rulesAt(name).every(({ state }) => state.state === "over");
      this.#endings.set(cause, isOfSame ? (isOver ? null : OTHER_REASONS) : OUT_OF_SERVICE);
    }
    return causes;
  }

  /** The sites of stations that have another reason than before, or at which a rule has fired, with the keys of those. */
  #sitesOf(stations: readonly string[], fired: Fired): Map<Site, Set<string>> {
    const sites = new Map<Site, Set<string>>();
    for (const name of stations) {
      const reason = this.#reasonAt(name);
      const text = reason ? `${reason.key} ${reason.since}` : "";
      if ((this.#seen.get(name) ?? "") === text && !fired.has(name)) continue;
      if (text === "") this.#seen.delete(name);
      else this.#seen.set(name, text);
      const site = reason ? this.#facts.siteOf(name) : undefined;
      if (site && reason) sites.set(site, (sites.get(site) ?? new Set()).add(reason.key));
    }
    return sites;
  }

  /** Adds the stations of a site with a reason to the causes that they are part of, or finds a new one. Returns those that have changed. */
  #find(site: Site, key: string, fired: Fired): Cause[] {
    const having = this.#having(site, key);
    const known = new Set(
      site.stations.flatMap((station) => this.#causes.of(station).filter((cause) => keyOf(cause) === key)),
    );
    const isMember = ({ station }: Having) => this.#causes.of(station).some((cause) => known.has(cause));
    for (const cause of known) {
      const joining = having.filter(
        (one) => !isMember(one) && one.since >= cause.from && one.since <= cause.from + WITHIN_MS,
      );
      for (const { station } of joining) this.#causes.join(cause, station, site.orgId);
    }
    const together = mostTogether(
      having.filter((one) => !isMember(one)),
      fired,
    );
    const [first] = together;
    // Another cause may still be named after a station that has left it.
    const subject = together.map(({ station }) => `reason:${key}:${station}`).find((one) => !this.#causes.get(one));
    if (first === undefined || subject === undefined || together.length < STATIONS_MIN) return [...known];
    return [...known, this.#causes.add(newCause(site, { ...first, subject }, together))];
  }

  /** The stations of a site with a reason, the earliest first. */
  #having({ orgId, stations }: Site, key: string): Having[] {
    const having = stations.flatMap((station): Having[] => {
      const found = this.#facts.find(station);
      if (found?.orgId !== orgId || found.inMaintenance) return [];
      const reason = this.#reasonAt(station);
      return reason?.key === key ? [{ ...reason, station }] : [];
    });
    return having.sort((one, other) => one.since - other.since);
  }

  #firingAt(station: string, key: string): number[] {
    return this.#facts
      .rulesAt(station)
      .flatMap(({ rule, isFiring, state }) => (isFiring && sharedIn(state)?.key === key ? rule : []));
  }
}

function sharedIn(state: ConditionState | undefined): SharedReason | null {
  return state?.state === "holds" ? state.shared : null;
}

/** Those of stations, the earliest first, that have begun within ten minutes of each other, as many as there are with one that has `fired`. */
function mostTogether(having: readonly Having[], fired: Fired): Having[] {
  let best: Having[] = [];
  for (let [first, last, lastFired] = [0, 0, -1]; last < having.length; last += 1) {
    if (fired.has(having[last]?.station ?? "")) lastFired = last;
    while (timeBetween(having[first], having[last]) > WITHIN_MS) first += 1;
    if (lastFired >= first && last - first >= best.length) best = having.slice(first, last + 1);
  }
  return best;
}

function timeBetween(one: Having | undefined, other: Having | undefined): number {
  return one && other ? other.since - one.since : 0;
}

/** The key of the reason that the members of a cause share, which is in its subject. */
function keyOf({ subject }: Cause): string {
  return subject.split(":", 2)[1] ?? "";
}

function newCause(
  { orgId, place, stations }: Site,
  { subject, since, title }: Pick<Cause, "subject" | "since" | "title">,
  together: readonly Having[],
) {
  const members = new Map(together.map((one) => [one.station, orgId]));
  const at = { since, from: since, confirmed: since };
  return {
    ...NEW_CAUSE,
    ...at,
    kind: "site_not_ready" as const,
    subject,
    orgId,
    title,
    place: place || null,
    members,
    atSite: stations.length,
    rules: new Set<number>(),
  };
}
