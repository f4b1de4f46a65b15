import { compileScope } from "@groundcrew/shared/alerts";
import type { Brand } from "@groundcrew/shared/brand";
import { SECOND_MS } from "@groundcrew/shared/lib";
import type { WatchingRule } from "./rule-queries.ts";
import { watchableStations } from "./rule-stations.ts";
import type { WatchedStations } from "../evaluation/watched-stations.ts";

/** Stations in service, and those that a rule watches. */
export type WatchedCount = { stations: number; watched: number };

/** Every open page requests the count every few seconds, and rules and stations change rarely. */
const KEPT_MS = 10 * SECOND_MS;

type Options = { watched: WatchedStations; brand: Pick<Brand, "internal_prefix">; now: () => number };
type Rules = {
  /** The only organization whose stations count; null for all. */
  orgId: number | null;
  rules: readonly WatchingRule[];
};

/** Counts the stations that rules watch. A changed rule counts at once, a changed station within ten seconds. */
export function watchedCounter({ watched, brand, now }: Options): (of: Rules) => WatchedCount {
  const known = new Map<string, { until: number; count: WatchedCount }>();
  return ({ orgId, rules }) => {
    const key = JSON.stringify([orgId, rules.map(({ id, rev }) => [id, rev])]);
    const current = known.get(key);
    if (current && current.until > now()) return current.count;
    for (const [other, { until }] of known) if (until <= now()) known.delete(other);
    const stations = watchableStations(watched, orgId);
    const scopes = rules.map((rule) => compileScope({ ...rule, isProvider: rule.is_provider }, brand));
    const count = {
      stations: stations.length,
      watched: stations.filter((station) => scopes.some((watches) => watches(station))).length,
    };
    known.set(key, { until: now() + KEPT_MS, count });
    return count;
  };
}
