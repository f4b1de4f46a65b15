import { MINUTE_MS } from "@groundcrew/shared/lib";
import type { StandingMatch } from "./evaluation-queries.ts";
import { NO_RULE, over, type Finding } from "./finding.ts";
import type { Site } from "@groundcrew/shared/stations";

/** The server is not receiving from its stations if more than this part of them goes silent within this time, and at least some. */
const SILENT_PART = 0.3;
const SILENT_WITHIN_MS = 2 * MINUTE_MS;
const SILENT_MIN = 5;
const REPORTED_AGAIN = 1.1;
/** A site is out if all its stations went silent within this time of each other. */
const SITE_WITHIN_MS = 5 * MINUTE_MS;

/** The subject of the alert that the server is not receiving from its stations. */
const SERVER_SUBJECT = "server:";

/** The subject of alerts of a site. */
function siteSubject(site: string): string {
  return `site:${site}`;
}

/** What is needed to recognize an outage. `lastOnline` is in ms, null for a station that was never online. */
export type OutageFacts = {
  isUp: (station: string) => boolean;
  lastOnline: (station: string) => number | null;
  siteOf: (station: string) => Site | undefined;
  /** Rules of which it is stored that they have found a station offline. */
  rulesOffline: (station: string) => readonly number[];
  /** Rules of the support about stations that are offline. */
  supportRules: () => readonly number[];
  product: string;
};

/** Stations that rules have just found offline, with those rules, and stations that have just gone silent. */
type JustNow = { offline: ReadonlyMap<string, readonly number[]>; silent: readonly string[] };

/** `reported` is the number of stations when it was last reported. */
type Outage = { rules: readonly number[]; members: Set<string>; since: number; reported: number };

/** Recognizes what makes many stations go silent: the server's own link, and outages of sites. */
export class Outages {
  readonly #facts: OutageFacts;
  readonly #up = new Set<string>();
  /** Stations that went silent lately, and when (ms). */
  readonly #lost = new Map<string, number>();
  readonly #sites = new Map<string, Outage>();
  #server: Outage | null = null;

  constructor(facts: OutageFacts) {
    this.#facts = facts;
  }

  /** Replaces the outages that go on by those that are stored. */
  restore(standing: readonly StandingMatch[]): void {
    this.#server = null;
    this.#sites.clear();
    const outages = standing.filter(({ kind }) => kind === "no_reports" || kind === "site_outage");
    for (const [subject, matches] of Map.groupBy(outages, (match) => match.subject)) {
      const [first] = matches;
      if (!first) continue;
      const rules = matches.map(({ rule_id: rule }) => rule);
      const outage = {
        rules,
        members: new Set(first.members),
        since: Date.parse(first.since),
        reported: first.members.length,
      };
      if (subject === SERVER_SUBJECT) this.#server = outage;
      else this.#sites.set(subject, outage);
    }
  }

  /** Notes whether a watched station is up at a time (ms), and returns whether it has just gone silent. */
  note(station: string, isUp: boolean, now: number): boolean {
    if (isUp) {
      this.#up.add(station);
      this.#lost.delete(station);
      return false;
    }
    if (!this.#up.delete(station)) return false;
    this.#lost.set(station, now);
    this.#server?.members.add(station);
    return true;
  }

  /** Notes that a station is not watched: in maintenance, retired or removed. */
  forget(station: string): void {
    this.#up.delete(station);
    this.#lost.delete(station);
  }

  /** What has begun or ended at a time (ms), now that rules have found stations `offline` and stations have gone `silent`. */
  findings({ offline, silent }: JustNow, now: number): Finding[] {
    for (const [station, at] of this.#lost) if (at <= now - SILENT_WITHIN_MS) this.#lost.delete(station);
    const ended = [...this.#sites].flatMap(([subject, { members }]) =>
      [...members].some((station) => this.#facts.isUp(station)) ? this.#end(subject, "site_outage") : [],
    );
    const sites = new Set([...offline.keys(), ...silent].flatMap((station) => this.#facts.siteOf(station) ?? []));
    const begun = [...sites].flatMap((site) => this.#siteFinding(site, offline));
    return [...this.#serverFindings(now), ...ended, ...begun];
  }

  #serverFindings(now: number): Finding[] {
    if (this.#server) return this.#serverGoesOn(this.#server);
    const base = this.#up.size + this.#lost.size;
    if (this.#lost.size < SILENT_MIN || this.#lost.size <= SILENT_PART * base) return [];
    const rules = [NO_RULE, ...this.#facts.supportRules()];
    const members = new Set(this.#lost.keys());
    const since = Math.min(...this.#lost.values(), now);
    this.#server = { rules, members, since, reported: members.size };
    return rules.map((rule) => this.#serverFinding(rule, { members, since }));
  }

  /** It is reported again when clearly more stations have gone silent. */
  #serverGoesOn(server: Outage): Finding[] {
    if (this.#isServerBack(server)) return this.#end(SERVER_SUBJECT, "no_reports");
    if (server.members.size < server.reported * REPORTED_AGAIN) return [];
    server.reported = server.members.size;
    return server.rules.map((rule) => this.#serverFinding(rule, server));
  }

  #serverFinding(rule: number, { members, since }: Pick<Outage, "members" | "since">): Finding {
    const title = `${this.#facts.product} is not receiving data from its stations`;
    return {
      type: "holds",
      rule,
      about: {
        kind: "no_reports",
        subject: SERVER_SUBJECT,
        station: null,
        orgId: null,
        site: null,
        members: [...members],
      },
      content: {
        severity: "urgent",
        since,
        level: 1,
        title,
        plain: title,
        detail: `${members.size} stations went silent at once`,
        why: "More than 30 % of all stations went silent within 2 minutes.",
        stations: members.size,
      },
    };
  }

  #isServerBack({ members }: Outage): boolean {
    const silent = [...members].filter((station) => !this.#facts.isUp(station)).length;
    return silent <= SILENT_PART * members.size;
  }

  #siteFinding(site: Site, offline: JustNow["offline"]): Finding[] {
    const { stations } = site;
    const subject = siteSubject(site.name);
    if (stations.length < 2 || !this.#wentSilentTogether(stations)) return [];
    const rulesOf = (station: string) => [...this.#facts.rulesOffline(station), ...(offline.get(station) ?? [])];
    const found = new Set(stations.flatMap(rulesOf));
    const known = this.#sites.get(subject)?.rules ?? [];
    const added = [...found].filter((rule) => !known.includes(rule));
    if (added.length === 0) return [];
    const since = Math.min(...stations.map((station) => this.#facts.lastOnline(station) ?? Infinity));
    const members = new Set(stations);
    this.#sites.set(subject, { rules: [...known, ...added], members, since, reported: members.size });
    const title = site.place === "" ? "Site outage" : `Site outage: ${site.place}`;
    return added.map((rule) => ({
      type: "holds",
      rule,
      about: {
        kind: "site_outage",
        subject,
        station: null,
        orgId: site.orgId,
        site: site.place || null,
        members: stations,
      },
      content: {
        severity: "urgent",
        since,
        level: 1,
        title,
        plain: title,
        detail: `All ${stations.length} stations are offline`,
        why: "All stations of this site went silent within 5 minutes.",
        stations: stations.length,
      },
    }));
  }

  #wentSilentTogether(stations: readonly string[]): boolean {
    if (stations.some((station) => this.#facts.isUp(station))) return false;
    const times = stations.map((station) => this.#facts.lastOnline(station) ?? -Infinity);
    return Math.max(...times) - Math.min(...times) <= SITE_WITHIN_MS;
  }

  #end(subject: string, kind: "no_reports" | "site_outage"): Finding[] {
    const outage = subject === SERVER_SUBJECT ? this.#server : this.#sites.get(subject);
    if (subject === SERVER_SUBJECT) this.#server = null;
    else this.#sites.delete(subject);
    return (outage?.rules ?? []).map((rule) => over({ rule, kind, subject }));
  }
}
