import { SECOND_MS } from "@groundcrew/shared/lib";
import type { Station } from "@groundcrew/shared/stations";
import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { pageMs, serverNow } from "../clock/index.ts";
import { recordResponse } from "../freshness/index.ts";
import { liveOf, type FeedEvent, type Live } from "../live/index.ts";
import type { Fleet } from "./fleet.ts";
import { livePartsOf, partsIn, stationsKey } from "./parts.ts";
import type { ListPart } from "@groundcrew/shared/stations";
import { applyChanges, isNothingNew, timeOf, type ChangedFleet } from "./live-changes.ts";
import { lacking, withChanges, withPosition, type LiveLog } from "./live-log.ts";
import { NewestRows } from "./newest-rows.ts";
import { Pace } from "./pace.ts";
import { Repairs } from "./repairs.ts";

/** A list that also has stations out of service is requested again at most this often when something has changed. */
const RETIRED_EVERY_MS = 2 * SECOND_MS;

/** A list in the cache: its query and the parts of its rows. */
type CachedList = { queryKey: QueryKey; queryHash: string; parts: readonly ListPart[]; isShown: boolean };

/** Applies live changes to the lists of stations in a cache. */
export class LiveLists {
  readonly newestRows = new NewestRows();
  readonly #client: QueryClient;
  readonly #live: Live;
  readonly #pace = new Pace(() => this.#applyAll());
  readonly #repairs: Repairs;
  /** The last entry of the log that each value of a list contains. */
  readonly #applied = new WeakMap<Fleet, number>();
  #log: LiveLog = [];
  #retiredTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(client: QueryClient) {
    this.#client = client;
    this.#live = liveOf(client);
    this.#repairs = new Repairs({
      request: (queryKey) => this.#request(queryKey),
      requestAll: (queryKey) => this.#requestAll(queryKey),
      onDue: () => this.#pace.request(),
    });
    this.#live.onFeed((event) => this.#take(event));
    client.getQueryCache().subscribe((event) => {
      if (event.type !== "updated" || event.query.queryKey[0] !== stationsKey[0]) return;
      const { action } = event;
      const isLoad = action.type === "success" && action.manual !== true;
      if (!isLoad && action.type !== "fetch" && action.type !== "error") return;
      this.#live.needsChanged();
      if (isLoad) this.#pace.request();
    });
  }

  /** Keeps the list of a query current while it is shown. Returns how to stop that. */
  show(queryHash: string): () => void {
    this.#pace.request();
    return this.#live.need(() => {
      const query = this.#client.getQueryCache().get<Fleet>(queryHash);
      return {
        kind: "list",
        parts: query ? livePartsOf(partsIn(query.queryKey)) : [],
        asOf: query?.state.data?.asOf ?? null,
        isLoading: query?.state.fetchStatus === "fetching",
      };
    });
  }

  /** True if the stream keeps the list of a query current, so that it need not be requested. */
  isPushed(queryHash: string): boolean {
    const query = this.#client.getQueryCache().get<Fleet>(queryHash);
    if (!query?.state.data || !this.#live.store.isOpen) return false;
    return this.#lackedBy(query.state.data, partsIn(query.queryKey)) !== null;
  }

  /** A list is displayed now. */
  displayed(fleet: Fleet | undefined): void {
    this.newestRows.displayed(fleet ? (this.#applied.get(fleet) ?? null) : null);
  }

  /** The row of a station in each cached list, by the hash of the list's query. */
  rowsOf(name: string): Map<string, Station> {
    const rows = this.#lists().map(({ queryKey, queryHash }) => {
      const row = this.#client.getQueryData<Fleet>(queryKey)?.stations.get(name);
      return row ? [[queryHash, row] as const] : [];
    });
    return new Map(rows.flat());
  }

  /** Replaces a row of a list by one that the server has not sent yet. */
  setRow(listHash: string, row: Station): void {
    const list = this.#lists().find(({ queryHash }) => queryHash === listHash);
    if (!list) return;
    this.#client.setQueryData<Fleet>(list.queryKey, (fleet) => {
      return fleet && this.#sameAs(fleet, { stations: fleet.stations.withRows([row]) });
    });
  }

  /** A list that was loaded just now, with the changes since that were received while it was loading. */
  caughtUp(fleet: Fleet, parts: readonly ListPart[]): Fleet {
    const lacked = this.#lackedBy(fleet, parts);
    return lacked === null ? fleet : this.#changed({ fleet, parts, lacked, isNew: true }).fleet;
  }

  #take(event: FeedEvent): void {
    if (event.kind === "rows") return;
    if (event.kind === "alive") return this.#recordAlive();
    if (event.kind === "position") {
      const { at, parts, isGap } = event;
      this.#log = withPosition(this.#log, { atMs: Date.parse(at), parts, isGap }, pageMs());
    } else {
      const { since, parts, bytes } = event;
      const { at, changes, revisions_hash: revisionsHash = null } = event.event;
      const times = { sinceMs: Date.parse(since), atMs: Date.parse(at) };
      this.#log = withChanges(this.#log, { ...times, parts, changes, revisionsHash, bytes }, pageMs());
      this.newestRows.add(
        changes.filter((change) => "rev" in change),
        this.#log.at(-1)?.seq ?? 0,
      );
      if (changes.some((change) => !("volatile" in change))) this.#requestRetired();
    }
    this.#pace.request();
  }

  #lists(): CachedList[] {
    return this.#client
      .getQueryCache()
      .findAll({ queryKey: stationsKey })
      .map((query) => ({
        queryKey: query.queryKey,
        queryHash: query.queryHash,
        parts: partsIn(query.queryKey),
        isShown: query.isActive(),
      }));
  }

  /** The changes that a list lacks; null if the stream does not have all of them. */
  #lackedBy(fleet: Fleet, parts: readonly ListPart[]): LiveLog | null {
    const atMs = timeOf(fleet);
    if (atMs === null || parts.includes("retired")) return null;
    return lacking(this.#log, { parts: livePartsOf(parts), atMs, seq: this.#applied.get(fleet) ?? null });
  }

  #applyAll(): void {
    if (!this.#live.store.isOpen) return;
    for (const list of this.#lists()) {
      const fleet = this.#client.getQueryData<Fleet>(list.queryKey);
      if (!fleet || list.parts.includes("retired")) continue;
      const lacked = this.#lackedBy(fleet, list.parts);
      if (lacked === null) this.#repairs.missing(list);
      else if (lacked.length > 0) this.#apply(list, fleet, lacked);
      else if (fleet.isInDoubt) this.#repairs.doubted(list);
    }
  }

  #apply(list: CachedList, fleet: Fleet, lacked: LiveLog): void {
    const { fleet: changed, comparison } = this.#changed({ fleet, parts: list.parts, lacked, isNew: false });
    if (changed !== fleet) this.#set(list, changed);
    if (comparison === "same") this.#repairs.verified(list);
    if (changed.isInDoubt) this.#repairs.doubted(list);
  }

  #changed({ fleet, parts, lacked, isNew }: Lacking): ChangedFleet {
    const receivedAt = { pageMs: pageMs(), serverMs: serverNow() };
    const changed: ChangedFleet = isNothingNew(fleet, lacked)
      ? { fleet, comparison: "unknown" }
      : applyChanges(fleet, lacked, { receivedAt, parts: livePartsOf(parts), isNew });
    const last = this.#log.at(-1);
    if (last) this.#applied.set(changed.fleet, last.seq);
    return changed;
  }

  /** Sets a list, which counts as a response to its query. */
  #set({ queryKey, queryHash }: CachedList, fleet: Fleet): void {
    this.#client.setQueryData(queryKey, fleet);
    const query = this.#client.getQueryCache().get(queryHash);
    if (query) recordResponse(query, fleet.ageMs);
  }

  /** Lists that lack nothing are current now. */
  #recordAlive(): void {
    if (document.hidden) return;
    for (const { queryKey, queryHash, parts } of this.#lists()) {
      const query = this.#client.getQueryCache().get<Fleet>(queryHash);
      const fleet = query?.state.data;
      if (!query || !fleet || this.#lackedBy(fleet, parts)?.length !== 0) continue;
      // Otherwise the failure of an earlier request would still be shown.
      if (query.state.error) this.#client.setQueryData(queryKey, this.#sameAs(fleet));
      recordResponse(query, 0);
    }
  }

  /** A copy of a list that has the same changes of the stream. */
  #sameAs(fleet: Fleet, differences: Partial<Fleet> = {}): Fleet {
    const same = { ...fleet, ...differences };
    const seq = this.#applied.get(fleet);
    if (seq !== undefined) this.#applied.set(same, seq);
    return same;
  }

  #request(queryKey: QueryKey): void {
    void this.#client.refetchQueries({ queryKey, exact: true, type: "active" }, { cancelRefetch: false });
  }

  /** A list without a time is requested as a whole. */
  #requestAll(queryKey: QueryKey): void {
    this.#client.setQueryData<Fleet>(queryKey, (fleet) => fleet && { ...fleet, etag: null, asOf: null });
    this.#request(queryKey);
  }

  #requestRetired(): void {
    if (this.#retiredTimer !== undefined) return;
    this.#retiredTimer = setTimeout(() => {
      this.#retiredTimer = undefined;
      if (document.hidden) return;
      for (const { queryKey, parts } of this.#lists()) if (parts.includes("retired")) this.#request(queryKey);
    }, RETIRED_EVERY_MS);
  }
}

type Lacking = { fleet: Fleet; parts: readonly ListPart[]; lacked: LiveLog; isNew: boolean };

const lists = new WeakMap<QueryClient, LiveLists>();

export function liveListsOf(client: QueryClient): LiveLists {
  const known = lists.get(client) ?? new LiveLists(client);
  lists.set(client, known);
  return known;
}
