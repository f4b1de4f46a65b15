import { isLinkUp } from "@groundcrew/shared/link";
import { tombstoneLog } from "./tombstones.ts";
import { newEntry, withFacts, withState, type Entry } from "./entry.ts";
import type { StationFacts, StationState } from "./rows.ts";
import { countVersions, isListed, type View } from "./view.ts";

/** A newer state of a station, and the summary of its snapshot as JSON; without one, the snapshot is the same as before. */
export type StateChange = { name: string; state: StationState; summary?: string | null | undefined };

/** What happened in a view since a time: rows that differ, and names of stations that left. */
export type Changes = { kind: "some"; entries: Entry[]; removed: string[] } | { kind: "unknown" };

type Kept = { entry: Entry; changedAt: number; adminChangedAt: number };

/**
 * The rows of all stations, ready to be sent, with a version for every view. Holds nothing that could not be read from
 * the database again, and reads nothing itself.
 */
export class Board {
  readonly #clock: () => number;
  readonly #heardUntil: () => number;
  readonly #byName = new Map<string, Kept>();
  readonly #versions = countVersions();
  readonly #departures: ReturnType<typeof tombstoneLog>;
  #factsVersion = 0;
  #sorted: string[] | null = null;
  #latest: number;

  /** `heardUntil` is the time by which a station's silence is judged, if that is not the present. */
  constructor(clock: () => number, heardUntil = clock) {
    this.#clock = clock;
    this.#heardUntil = heardUntil;
    this.#latest = clock();
    this.#departures = tombstoneLog(this.#latest);
  }

  /** The time as changes are stamped with it (ms). Never goes back, even when the clock is set back. */
  now(): number {
    this.#latest = Math.max(this.#latest, this.#clock());
    return this.#latest;
  }

  putFacts(facts: StationFacts): void {
    const before = this.#byName.get(facts.name)?.entry;
    this.#factsVersion++;
    const isRetired = facts.retired !== null;
    if (before && (isRetired || before.facts.org_id !== facts.org_id)) this.#depart(before, isRetired);
    this.#keep(before ? withFacts(before, facts) : newEntry(facts));
  }

  /** Takes in a state unless a newer one is known. One of a station that is not known yet is left out. */
  putState({ name, state, summary }: StateChange): void {
    const before = this.#byName.get(name)?.entry;
    if (!before || state.version < before.state.version) return;
    this.#keep(withState(before, { state, summary }, this.#heardUntil()));
  }

  /** Looks at the clock: links that have been silent for too long are no longer up. */
  tick(): void {
    const now = this.#heardUntil();
    for (const { entry } of this.#byName.values()) {
      if (entry.isUp !== isLinkUp(entry.state, now)) this.#keep(withState(entry, { state: entry.state }, now));
    }
  }

  /** The stations that lists of a view hold, by name. */
  list(view: View): Entry[] {
    this.#sorted ??= this.names().sort();
    const entries = this.#sorted.flatMap((name) => this.#byName.get(name)?.entry ?? []);
    return entries.filter(({ facts }) => isListed(view, facts));
  }

  /** A station that a view shows, retired or not. */
  find(name: string, { orgId }: View): Entry | undefined {
    const entry = this.#byName.get(name)?.entry;
    return orgId === null || entry?.facts.org_id === orgId ? entry : undefined;
  }

  /** Whether a station is online, whoever's it is. */
  isUp(name: string): boolean {
    return this.#byName.get(name)?.entry.isUp ?? false;
  }

  /** Whether a station's row in a view differs from what it was at a time (ms). */
  changedSince(name: string, { admin }: View, since: number): boolean {
    const kept = this.#byName.get(name);
    return kept !== undefined && (admin ? kept.adminChangedAt : kept.changedAt) >= since;
  }

  /** What changed in a view from a time (ms) on. Unknown for times from before the board began. */
  changes(view: View, since: number): Changes {
    if (since < this.#departures.since()) return { kind: "unknown" };
    const isGone = (name: string) => {
      const entry = this.find(name, view);
      return !entry || !isListed(view, entry.facts);
    };
    const removed = this.#departures.after(since, view.orgId).filter(isGone);
    return { kind: "some", entries: this.#changedIn(view, since), removed };
  }

  /** Differs whenever anything in a view does. */
  version(view: View): number {
    return this.#versions.of(view);
  }

  /** Differs whenever anything but the states of stations does. */
  factsVersion(): number {
    return this.#factsVersion;
  }

  /** Names of all stations, retired ones included. */
  names(): string[] {
    return [...this.#byName.keys()];
  }

  /** Looks at every station, but sorts only the few that changed. */
  #changedIn(view: View, since: number): Entry[] {
    const entries: Entry[] = [];
    for (const { entry, changedAt, adminChangedAt } of this.#byName.values()) {
      if (isListed(view, entry.facts) && (view.admin ? adminChangedAt : changedAt) >= since) entries.push(entry);
    }
    return entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  #keep(entry: Entry): void {
    const before = this.#byName.get(entry.name);
    if (before?.entry.adminRev === entry.adminRev) return;
    const at = this.now();
    const isPublic = before?.entry.rev !== entry.rev;
    const changedAt = before && !isPublic ? before.changedAt : at;
    this.#byName.set(entry.name, { entry, changedAt, adminChangedAt: at });
    if (!before) this.#sorted = null;
    this.#versions.bump(entry.facts.org_id, isPublic ? "everyone" : "admins");
  }

  #depart({ name, facts }: Entry, isGone: boolean): void {
    if (facts.retired !== null) return;
    this.#departures.note({ name, at: this.now(), orgId: facts.org_id, isGone });
    this.#versions.bump(facts.org_id, "everyone");
  }
}
