import { isLinkUp } from "@groundcrew/shared/link";
import type { StationReadiness } from "@groundcrew/shared/readiness";
import {
  differenceOf,
  newEntry,
  withFacts,
  withNewState,
  withReadiness,
  withState,
  type Difference,
  type Entry,
  type NewState,
} from "./entry.ts";
import { changesIn, withChange, type BoardRow, type Change, type RowChanges } from "./row-changes.ts";
import { NO_STATE, type StationFacts } from "./row-text.ts";
import { tombstoneLog } from "./tombstones.ts";
import { countVersions, isListed, isMoved, type View } from "./view.ts";

/** A newer state of a station. */
export type StateChange = NewState & { name: string };

/** Changes in a view since a time: rows that differ, and names of stations that left. */
export type Changes = { kind: "some"; entries: Entry[]; removed: string[] } | { kind: "unknown" };

/** A change of a station's row, or that it left the lists of an organization. */
export type BoardChange = { name: string; orgId: number; difference: Exclude<Difference, "none"> };

/** Evaluates the readiness of stations, on one server at a time. */
export type ReadinessOwner = {
  /** True for stations that it evaluates. For others, the board takes what another server has evaluated. */
  owns: (name: string) => boolean;
  /** The readiness of a station whose facts have changed or that is due. */
  evaluate: (entry: Entry) => StationReadiness | null;
  /** Called after the facts of a station were read again. */
  factsRead: (name: string) => void;
};

/** Newer states that are put on the board before somebody looks: of one station, or all. */
export type WaitingStates = { one: (name: string) => void; all: () => void };

/**
 * The rows of all stations, ready to send, with a version for each view. Everything in it can be read again from the database; the board
 * itself reads nothing.
 */
export class Board {
  readonly #clock: () => number;
  readonly #silenceClock: () => number;
  readonly #byName = new Map<string, BoardRow>();
  readonly #versions = countVersions();
  readonly #tombstones: ReturnType<typeof tombstoneLog>;
  #membership = 0;
  #sorted: BoardRow[] | null = null;
  /** The rows of each organization by name, as of a number of `#membership`. */
  #grouped: { membership: number; rows: ReadonlyMap<number, readonly BoardRow[]> } = { membership: 0, rows: new Map() };
  #latest: number;
  readonly #listeners = new Map<(change: BoardChange) => void, () => boolean>();
  #waiting: WaitingStates = { one() {}, all() {} };
  #owner: ReadinessOwner | null = null;

  /** `silenceClock` is the time against which a station's silence is measured; by default the current time. */
  constructor(clock: () => number, silenceClock = clock) {
    this.#clock = clock;
    this.#silenceClock = silenceClock;
    this.#latest = clock();
    this.#tombstones = tombstoneLog(this.#latest);
  }

  /** The time that changes are stamped with (ms). Never goes back, even when the clock is set back. */
  now(): number {
    this.#latest = Math.max(this.#latest, this.#clock());
    return this.#latest;
  }

  /** Has newer states that wait put on the board before it is read. */
  settleBy(waiting: WaitingStates): void {
    this.#waiting = waiting;
  }

  /** Whether somebody wants to know of changes at once, so that no state may wait. */
  isWatched(): boolean {
    return this.#owner !== null || [...this.#listeners.values()].some((isInterested) => isInterested());
  }

  /** Calls `listener` after every change, until the returned function is called. While it is not interested, states may wait until the board is read. */
  onChange(listener: (change: BoardChange) => void, isInterested = () => true): () => void {
    this.#waiting.all();
    this.#listeners.set(listener, isInterested);
    return () => void this.#listeners.delete(listener);
  }

  /** Has `owner` evaluate the readiness of stations, until the returned function is called. */
  evaluateBy(owner: ReadinessOwner): () => void {
    this.#waiting.all();
    this.#owner = owner;
    return () => {
      if (this.#owner === owner) this.#owner = null;
    };
  }

  /** Puts saved entries on an empty board. */
  restore(entries: readonly Entry[]): void {
    for (const entry of entries) this.#keep(entry);
    this.tick();
  }

  putFacts(facts: StationFacts): void {
    const before = this.#row(facts.name)?.entry;
    const isRetiredNow = facts.retired !== null && before?.facts.retired === null;
    if (before && (isRetiredNow || before.facts.org_id !== facts.org_id)) this.#depart(before, isRetiredNow);
    this.#keep(before ? withFacts(before, facts) : newEntry(facts));
    this.#owner?.factsRead(facts.name);
  }

  /**
   * Stores a state unless a newer one is known. Ignores stations that are not on the board. False if the board lacks the snapshot of which it has the
   * values, so that the state has to be read.
   */
  putState({ name, ...change }: StateChange): boolean {
    const before = this.#byName.get(name)?.entry;
    if (!before || change.state.version < before.state.version) return true;
    const entry = withNewState(before, change, this.#silenceClock());
    if (entry !== null) this.#keep(entry);
    return entry !== null;
  }

  /** Stores what was evaluated about a station, unless it is evaluated here. Ignores stations that are not on the board. */
  putReadiness(name: string, readiness: StationReadiness | null): void {
    const before = this.#byName.get(name)?.entry;
    if (before && !this.#owner?.owns(name)) this.#keep(withReadiness(before, readiness));
  }

  /** Evaluates the readiness of a station again. */
  evaluate(name: string): void {
    const entry = this.#byName.get(name)?.entry;
    if (entry) this.#keep(entry);
  }

  /** Re-evaluates links against the clock: those silent for too long are no longer up. */
  tick(): void {
    const now = this.#silenceClock();
    const isOutdated = ({ isUp, state }: Entry) => isUp !== isLinkUp(state, now);
    for (const row of this.#byName.values()) {
      if (isOutdated(row.entry)) this.#waiting.one(row.entry.name);
      if (isOutdated(row.entry)) this.#keep(withState(row.entry, row.entry.state, now));
    }
  }

  /** Linked stations whose last message was before a time (ms). */
  silentSince(since: number): string[] {
    const before = new Date(since).toISOString();
    const isOld = (at: string | null) => at === null || at < before;
    return [...this.#byName].flatMap(([name, row]) => {
      if (isOld(row.entry.state.last_active)) this.#waiting.one(name);
      const { linked, last_active: at } = row.entry.state;
      return linked && at !== null && isOld(at) ? name : [];
    });
  }

  /** The rows in a view's list, by name. */
  list(view: View): BoardRow[] {
    return this.#rowsOf(view).filter(({ entry }) => isListed(view, entry.facts));
  }

  /** A number that changes whenever a station joins or leaves any list. */
  membership(): number {
    return this.#membership;
  }

  /** A station that the view includes, retired or not. */
  find(name: string, { orgId }: View): Entry | undefined {
    const entry = this.#row(name)?.entry;
    return orgId === null || entry?.facts.org_id === orgId ? entry : undefined;
  }

  /** The version of a station's state; -1 for one that has none, or is not on the board. */
  versionOf(name: string): number {
    return this.#row(name)?.entry.state.version ?? NO_STATE.version;
  }

  /** The same without a state that waits; null for a station that is not on the board. */
  shownVersion(name: string): number | null {
    return this.#byName.get(name)?.entry.state.version ?? null;
  }

  /** The organization of a station that is on the board. */
  organizationOf(name: string): number | undefined {
    return this.#byName.get(name)?.entry.facts.org_id;
  }

  /** Whether a station is online. */
  isUp(name: string): boolean {
    return this.#row(name)?.entry.isUp ?? false;
  }

  /** Whether a station's row in a view has changed since a time (ms). */
  changedSince(name: string, view: View, since: number): boolean {
    const row = this.#row(name);
    return row !== undefined && changesIn(row, view).any.at >= since;
  }

  /** The changes in a view since a time (ms). Unknown for times before the board was created. */
  changes(view: View, since: number, which: keyof RowChanges = "any"): Changes {
    if (since < this.#tombstones.since()) return { kind: "unknown" };
    const isAbsent = (name: string) => {
      const entry = this.find(name, view);
      return !entry || !isListed(view, entry.facts);
    };
    const removed = this.#tombstones.after(since, view.orgId).filter(isAbsent);
    return { kind: "some", entries: this.changedEntries(view, since, which), removed };
  }

  /** The entries in a view's list that have changed since a time (ms), by name. */
  changedEntries(view: View, since: number, which: keyof RowChanges = "any"): Entry[] {
    const isChanged = (row: BoardRow) => changesIn(row, view)[which].at >= since && isListed(view, row.entry.facts);
    return this.#rowsOf(view)
      .filter(isChanged)
      .map(({ entry }) => entry);
  }

  /** A number that changes whenever anything in the view does. */
  version(view: View): number {
    this.#waiting.all();
    return this.#versions.of(view);
  }

  /** The readiness of stations in service, as far as it was evaluated. No state that waits would change it. */
  evaluations(): StationReadiness[] {
    return [...this.#byName.values()].flatMap(({ entry }) => entry.readiness ?? []);
  }

  /** Names of all stations, including retired ones. */
  names(): string[] {
    return [...this.#byName.keys()];
  }

  /** The rows of a view's organization, or all rows, by name. What it costs follows what the view may show. */
  #rowsOf({ orgId }: View): readonly BoardRow[] {
    this.#waiting.all();
    if (orgId === null) return this.#all();
    if (this.#grouped.membership !== this.#membership) {
      const rows = Map.groupBy(this.#all(), ({ entry }) => entry.facts.org_id);
      this.#grouped = { membership: this.#membership, rows };
    }
    return this.#grouped.rows.get(orgId) ?? [];
  }

  #row(name: string): BoardRow | undefined {
    this.#waiting.one(name);
    return this.#byName.get(name);
  }

  /** All rows, by name. */
  #all(): readonly BoardRow[] {
    this.#sorted ??= [...this.#byName.values()].sort((one, other) => (one.entry.name < other.entry.name ? -1 : 1));
    return this.#sorted;
  }

  #keep(changed: Entry): void {
    const entry = this.#evaluated(changed);
    const row = this.#byName.get(entry.name);
    if (!row) return this.#add(entry);
    const before = row.entry;
    row.entry = entry;
    const difference = differenceOf(before, entry);
    if (difference === "none") return;
    if (isMoved(before.facts, entry.facts)) this.#membership++;
    const change = this.#change(entry, difference);
    if (difference !== "admins") row.forEveryone = withChange(row.forEveryone, { change, difference });
    row.forAdmins = withChange(row.forAdmins, { change, difference });
    this.#report({ name: entry.name, orgId: entry.facts.org_id, difference });
  }

  #evaluated(entry: Entry): Entry {
    if (this.#owner?.owns(entry.name)) return withReadiness(entry, this.#owner.evaluate(entry));
    return entry.facts.retired === null ? entry : withReadiness(entry, null);
  }

  #add(entry: Entry): void {
    const change = this.#change(entry, "everyone");
    const changes = { any: change, content: change };
    this.#byName.set(entry.name, { entry, forEveryone: changes, forAdmins: changes });
    this.#sorted = null;
    this.#membership++;
    this.#report({ name: entry.name, orgId: entry.facts.org_id, difference: "everyone" });
  }

  #change({ facts }: Entry, difference: Difference): Change {
    return { version: this.#versions.bump(facts.org_id, difference), at: this.now() };
  }

  #depart({ name, facts }: Entry, isRetired: boolean): void {
    this.#tombstones.note({ name, at: this.now(), orgId: facts.org_id, isRetired });
    this.#versions.bump(facts.org_id, "everyone");
    this.#report({ name, orgId: facts.org_id, difference: "everyone" });
  }

  #report(change: BoardChange): void {
    for (const listener of this.#listeners.keys()) listener(change);
  }
}
