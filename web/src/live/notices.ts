import { liveTopic, type LiveNotice, type LiveTopic } from "@groundcrew/shared/live";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { hashKey, type QueryClient, type QueryKey } from "@tanstack/react-query";
import { queryKeys } from "../api/index.ts";
import { pageMs } from "../clock/index.ts";

/** A query is requested again at most this often. */
const EVERY_MS = SECOND_MS;

/** The queries about a station that a notice concerns. */
const ofStation: { [Topic in LiveTopic]?: (name: string) => readonly QueryKey[] } = {
  station: (name) => [queryKeys.station(name), queryKeys.snapshot(name)],
  cameras: (name) => [queryKeys.cameras(name), queryKeys.cameraImages.forStation(name)],
  configs: (name) => [queryKeys.configs.forStation(name)],
  ssot: (name) => [queryKeys.stationEntries(name), before(undefined, queryKeys.ssotHistory(name, undefined))],
  errors: (name) => [queryKeys.stationErrors.forStation(name), before("", queryKeys.minuteErrors(name, ""))],
  support_log: (name) => [queryKeys.supportLog.forStation(name)],
  maintenance: (name) => [queryKeys.maintenance(name)],
};

const errorsOfEntries = before(0, queryKeys.stationErrors.forEntry(0));

/** The other queries that a notice concerns, whichever station it names. */
const ofAll: { [Topic in LiveTopic]?: readonly QueryKey[] } = {
  errors: [errorsOfEntries],
  error_groups: [queryKeys.errorGroups.all],
  // Lists of groups and alerts show their owners.
  ownership: [queryKeys.ownership.all, queryKeys.errorGroups.all, queryKeys.alerts.all],
  support_log: [queryKeys.supportLog.allStations, errorsOfEntries],
  tags: [queryKeys.supportLog.tags],
  organizations: [queryKeys.organizations.all],
  users: [before(0, queryKeys.users(0))],
  api_keys: [before(0, queryKeys.apiKeys(0))],
  link: [before("broker", queryKeys.broker)],
  system: [queryKeys.system.all],
  alerts: [queryKeys.alerts.all],
  // What is watched depends on the rules, and the numbers of a rule on its alerts.
  alert_rules: [queryKeys.alertRules.all, queryKeys.alerts.summary],
  channels: [queryKeys.channels.all],
  notifications: [queryKeys.notifications.all],
  maintenance: [queryKeys.alerts.all],
};

/** The beginning of a key before its first `item`; the whole key without one. */
function before(item: unknown, key: QueryKey): QueryKey {
  const index = key.indexOf(item);
  return index < 0 ? key : key.slice(0, index);
}

/** The keys of the queries that a notice concerns. Without a station, it concerns the queries about every station. */
export function keysFor({ topic, station }: LiveNotice): QueryKey[] {
  const about = ofStation[topic];
  const named = station === null ? about?.("").map((key) => before("", key)) : about?.(station);
  return [...(named ?? []), ...(ofAll[topic] ?? [])];
}

/** The keys of all queries that a notice may concern. */
const everyKey = liveTopic.options.flatMap((topic) => keysFor({ topic, station: null }));

/** A key of which queries are to be requested again. */
type Waiting = { key: QueryKey; doneMs: number; timer: ReturnType<typeof setTimeout> | undefined };

/**
 * Requests again what notices concern: what is displayed at once, but each key at most once a second, and nothing while the page is
 * hidden. Anything else is requested when it is displayed next.
 */
export class NoticeRequests {
  readonly #client: QueryClient;
  readonly #waiting = new Map<string, Waiting>();

  constructor(client: QueryClient) {
    this.#client = client;
  }

  take(notices: readonly LiveNotice[]): void {
    for (const key of new Map(notices.flatMap(keysFor).map((key) => [hashKey(key), key])).values()) this.#request(key);
  }

  /** Some notices may have been missed. */
  takeAll(): void {
    for (const key of everyKey) this.#request(key);
  }

  /** The server can be reached again: what is displayed and failed is requested now instead of at its next interval. */
  retryFailed(): void {
    void this.#client.refetchQueries(
      { type: "active", predicate: ({ state }) => state.error !== null },
      { cancelRefetch: false },
    );
  }

  stop(): void {
    for (const { timer } of this.#waiting.values()) clearTimeout(timer);
    this.#waiting.clear();
  }

  #request(key: QueryKey): void {
    const hash = hashKey(key);
    if (this.#client.getQueryCache().find({ queryKey: key, exact: false }) === undefined) {
      if (this.#waiting.get(hash)?.timer === undefined) this.#waiting.delete(hash);
      return;
    }
    const waiting = this.#waiting.get(hash) ?? { key, doneMs: Number.NEGATIVE_INFINITY, timer: undefined };
    this.#waiting.set(hash, waiting);
    // Already marked as outdated, in case it is displayed before it is requested.
    void this.#client.invalidateQueries({ queryKey: key, refetchType: "none" });
    if (waiting.timer === undefined) this.#schedule(waiting, waiting.doneMs + EVERY_MS - pageMs());
  }

  #schedule(waiting: Waiting, inMs: number): void {
    waiting.timer = setTimeout(() => this.#run(waiting), Math.max(0, inMs));
  }

  #run(waiting: Waiting): void {
    const { key } = waiting;
    // The response to a running request may be older than the notice.
    if (document.hidden || this.#client.isFetching({ queryKey: key }) > 0) return this.#schedule(waiting, EVERY_MS);
    waiting.timer = undefined;
    waiting.doneMs = pageMs();
    void this.#client.refetchQueries({ queryKey: key, type: "active", stale: true });
  }
}
