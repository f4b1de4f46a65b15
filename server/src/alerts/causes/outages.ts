import type { AlertKind } from "@groundcrew/shared/alerts";
import { HOUR_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import type { Site } from "@groundcrew/shared/stations";
import type { Cause, OutageFacts } from "./cause-finding.ts";
import { KnownCauses, NEW_CAUSE, OUT_OF_SERVICE } from "./known-causes.ts";
import type { ActiveMatch } from "../evaluation/evaluation-queries.ts";
import { NO_RULE, type Finding } from "../life/finding.ts";

/** Stations that went silent within this time of each other may have one cause. */
const WITHIN_MS = 2 * MINUTE_MS;
/** The server is not receiving data if more than this share of the reporting stations goes silent, and at least this number. */
const SILENT_PART = 0.3;
const SILENT_MIN = 5;
/** An outage of the server concerns at least this number of sites, or all if there are fewer. Stations of one site are an outage of that site. */
const SITES_MIN = 3;
/** How long the server is considered the cause unless more stations confirm it. */
const CONFIRMED_FOR_MS = HOUR_MS;

/** The kinds of alerts that are recognized here. */
const OUTAGES: ReadonlySet<AlertKind> = new Set(["no_reports", "site_outage"]);

/** The subject of the alert that the server is not receiving data from stations. */
const SERVER_SUBJECT = "server:";

/** Stations that rules have just found offline, with those rules, and stations that have just gone silent. */
type JustNow = { offline: ReadonlyMap<string, readonly number[]>; silent: readonly string[] };

/** A station's loss of contact at a time (ms). */
type Loss = { at: number; orgId: number };

/**
 * Recognizes why many stations go silent: the server's own connection, or the outage of a site. Members of a cause are the stations that
 * went silent within its two minutes and are still silent. They leave it when they are online again, moved or no longer in service.
 */
export class Outages {
  readonly #facts: OutageFacts;
  readonly #up = new Set<string>();
  /** When silent stations were last up (ms). */
  readonly #silentAt = new Map<string, number>();
  /** Stations that went silent within the last two minutes, without those that have moved since or whose cause has ended. */
  readonly #lost = new Map<string, Loss>();
  /** Stations that have changed since the last findings. */
  readonly #changed = new Set<string>();
  readonly #causes: KnownCauses;
  #isStarted = false;

  constructor(facts: OutageFacts) {
    this.#facts = facts;
    this.#causes = new KnownCauses(facts);
  }

  /** Restores the stored outages, so that differences are found again. `stations` are all stations. */
  restore(active: readonly ActiveMatch[], stations: readonly string[], now: number): void {
    if (!this.#isStarted) for (const station of stations) this.record(station, now);
    this.#isStarted = true;
    const known = new Set(this.#causes.all());
    this.#causes.restore(active.filter(({ kind }) => OUTAGES.has(kind)));
    for (const cause of this.#causes.all()) {
      const lastOnline = [...cause.members.keys()].map((station) => this.#facts.lastOnline(station) ?? cause.from);
      if (!known.has(cause)) cause.confirmed = Math.max(cause.from, ...lastOnline);
      for (const station of cause.members.keys()) this.#changed.add(station);
    }
  }

  /** Records a change of a station at a time (ms), and returns whether it has just gone silent. */
  record(name: string, now: number): boolean {
    this.#changed.add(name);
    const station = this.#facts.find(name);
    if (station?.orgId !== this.#lost.get(name)?.orgId) this.#lost.delete(name);
    if (!station || station.inMaintenance) {
      // A station in maintenance is no evidence of an outage.
      this.#up.delete(name);
      this.#lost.delete(name);
      if (!station || station.up) this.#silentAt.delete(name);
      return false;
    }
    if (station.up) {
      this.#up.add(name);
      this.#silentAt.delete(name);
      this.#lost.delete(name);
      return false;
    }
    if (!this.#up.delete(name)) return false;
    this.#silentAt.set(name, now);
    this.#lost.set(name, { at: now, orgId: station.orgId });
    return true;
  }

  /** The outages that have begun, changed or ended at a time (ms), after rules have found stations `offline` and stations have gone `silent`. */
  findings({ offline, silent }: JustNow, now: number): Finding[] {
    for (const [station, { at }] of this.#lost) if (at < now - WITHIN_MS) this.#lost.delete(station);
    const changed = this.#update();
    const ended = this.#causes.all().flatMap((cause) => {
      const reason = this.#endOf(cause, now);
      return reason === undefined ? [] : this.#end(cause, reason);
    });
    const begun = [this.#findServer(now) ?? [], this.#sitesOf([...offline.keys(), ...silent], offline)].flat();
    for (const station of offline.keys()) for (const cause of this.#causes.of(station)) changed.add(cause);
    const found = new Set([...changed, ...begun].filter((cause) => this.#causes.isActive(cause)));
    return [...ended, ...[...found].flatMap((cause) => this.#report(cause, offline))];
  }

  /** The outage of its site that a station is a member of. */
  #siteOutageOf(station: string): Cause | undefined {
    return this.#causes.of(station).find(({ kind }) => kind === "site_outage");
  }

  /** Removes members that have left their causes, and returns the causes that may have changed. */
  #update(): Set<Cause> {
    const changed = new Set<Cause>();
    const isAnySiteOut = this.#causes.all().some(({ kind }) => kind === "site_outage");
    for (const name of this.#changed) {
      const station = this.#facts.find(name);
      for (const cause of this.#causes.of(name)) {
        changed.add(cause);
        if (station && !station.up && station.orgId === cause.members.get(name)) continue;
        this.#causes.leave(cause, name);
        this.#lost.delete(name);
        if (station?.up && !station.inMaintenance) cause.isRefuted = true;
      }
      if (!this.#up.has(name) || !isAnySiteOut) continue;
      for (const neighbor of this.#facts.siteOf(name)?.stations ?? []) {
        const cause = this.#siteOutageOf(neighbor);
        if (cause) changed.add(Object.assign(cause, { isRefuted: true }));
      }
    }
    this.#changed.clear();
    for (const cause of changed) this.#causes.setActive(cause);
    return changed;
  }

  /** The reason why a cause has ended: undefined while it has not, null for the usual reason of its kind. */
  #endOf({ kind, members, active, isRefuted, from, confirmed }: Cause, now: number): string | null | undefined {
    const isLeft = kind === "site_outage" ? members.size === 0 : active.length === 0;
    if (isLeft) return isRefuted ? null : OUT_OF_SERVICE;
    if (kind === "site_outage") return isRefuted ? null : undefined;
    if (now >= from + WITHIN_MS && this.#up.size > active.length) return "Most stations report";
    return now - confirmed >= CONFIRMED_FOR_MS ? "No more stations went silent for an hour" : undefined;
  }

  #end(cause: Cause, reason: string | null): Finding[] {
    if (cause.kind === "no_reports") for (const station of cause.members.keys()) this.#lost.delete(station);
    return this.#causes.end(cause, reason);
  }

  /** Finds an outage of the server. More stations join it if they went silent within its two minutes, or would be a cause of their own. */
  #findServer(now: number): Cause | undefined {
    const known = this.#causes.get(SERVER_SUBJECT);
    const others = new Map([...this.#lost].filter(([name]) => !known?.members.has(name)));
    const isOne = this.#isWidespread(others);
    const joining = [...others].filter(([, { at }]) => isOne || (known && at <= known.from + WITHIN_MS));
    if (joining.length === 0) return undefined;
    const from = Math.min(...[...others.values()].map(({ at }) => at));
    const cause = known ?? this.#causes.add(this.#newServerCause(from));
    if (isOne) Object.assign(cause, { from, confirmed: now });
    for (const [name, { orgId }] of joining) this.#causes.join(cause, name, orgId);
    this.#causes.setActive(cause);
    return cause;
  }

  #isWidespread(lost: ReadonlyMap<string, Loss>): boolean {
    if (lost.size < SILENT_MIN || lost.size <= SILENT_PART * (this.#up.size + lost.size)) return false;
    const sitesOf = (stations: Iterable<string>) => new Set([...stations].flatMap((name) => this.#siteKey(name) ?? []));
    const silent = sitesOf(lost.keys()).size;
    if (silent >= SITES_MIN) return true;
    return silent > 1 && silent === sitesOf([...this.#up, ...lost.keys()]).size;
  }

  #siteKey(station: string): string | undefined {
    return this.#facts.siteOf(station)?.name;
  }

  #newServerCause(since: number): Cause {
    return {
      ...NEW_CAUSE,
      kind: "no_reports",
      subject: SERVER_SUBJECT,
      orgId: null,
      title: `${this.#facts.product} is not receiving data from many of its stations`,
      place: null,
      since,
      from: since,
      confirmed: since,
      members: new Map(),
      rules: new Set(),
    };
  }

  /** The outages that have just begun at the sites of stations. */
  #sitesOf(stations: readonly string[], offline: JustNow["offline"]): Cause[] {
    const sites = new Set(stations.flatMap((station) => this.#facts.siteOf(station) ?? []));
    return [...sites].flatMap((site) => this.#findSite(site, offline) ?? []);
  }

  /** Finds an outage of a site: none of its stations is online, and at least two went silent together with the last one. */
  #findSite({ orgId, place, stations }: Site, offline: JustNow["offline"]): Cause | undefined {
    if (stations.some((station) => this.#up.has(station) || this.#siteOutageOf(station) !== undefined))
      return undefined;
    const times = new Map(stations.map((station) => [station, this.#silentSince(station)]));
    const last = Math.max(...times.values());
    const together = stations.filter((station) => (times.get(station) ?? -Infinity) >= last - WITHIN_MS);
    const isFound = together.some((station) => this.#rulesAt(station, offline).length > 0);
    // Another outage may still be named after a station that has left it.
    const name = together.find((station) => !this.#causes.get(`site:${station}`));
    if (together.length < 2 || !isFound || name === undefined) return undefined;
    const since = Math.min(...together.map((station) => this.#facts.lastOnline(station) ?? last));
    return this.#causes.add({
      ...NEW_CAUSE,
      kind: "site_outage",
      subject: `site:${name}`,
      orgId,
      title: place === "" ? "Site outage" : `Site outage: ${place}`,
      place: place || null,
      since,
      from: last - WITHIN_MS,
      confirmed: last,
      members: new Map(together.map((station) => [station, orgId])),
      active: together,
      atSite: stations.length,
      rules: new Set(),
    });
  }

  #silentSince(station: string): number {
    return this.#silentAt.get(station) ?? this.#facts.lastOnline(station) ?? -Infinity;
  }

  #rulesAt(station: string, offline: JustNow["offline"]): number[] {
    return [...this.#facts.rulesOffline(station), ...(offline.get(station) ?? [])];
  }

  #report(cause: Cause, offline: JustNow["offline"]): Finding[] {
    if (cause.kind === "site_outage") return this.#causes.report(cause, (station) => this.#rulesAt(station, offline));
    const rules = [NO_RULE, ...this.#facts.supportRules()];
    return this.#causes.report(cause, () => rules, this.#up.size);
  }
}
