import type { StationConfig } from "./config.ts";
import { expandedLength, expandPositions, type Position } from "./positions.ts";

/** The fields of its station that a row shows. */
type StationFields = { name: string; serial_number: string; description: string };

/**
 * A row of the Station Config table: a station and one revision of its configuration, with positions expanded to the same length in all
 * rows. A station without a configuration has a single row with none.
 */
export type ConfigRow<S extends StationFields = StationFields> = {
  station: S;
  config: StationConfig | null;
  positions: ReadonlyMap<string, Position>;
};

/**
 * The rows of the table for stations in display order, each with its revisions (specification, section 2, "Station Config table"): the
 * newest revision of a station first, stations without a configuration last.
 */
export function configRows<S extends StationFields>(
  sorted: readonly { station: S; configs: readonly StationConfig[] }[],
): ConfigRow<S>[] {
  const length = expandedLength(sorted.flatMap(({ configs }) => configs));
  const rows = sorted.flatMap(({ station, configs }) =>
    configs
      .toSorted(newerFirst)
      .map((config): ConfigRow<S> => ({ station, config, positions: expandedOnce(config, length) })),
  );
  const without = sorted.filter(({ configs }) => configs.length === 0);
  return [...rows, ...without.map(({ station }) => ({ station, config: null, positions: NO_POSITIONS }))];
}

/** Expands the positions of these revisions in advance, so that `configRows` is faster with thousands of them. */
export function prepareConfigs(configs: readonly StationConfig[]): void {
  const length = expandedLength(configs);
  for (const config of configs) expandedOnce(config, length);
}

/**
 * Whether two tables have the same revisions of the same stations in the same order; other changes to stations do not matter. What was
 * derived from the revisions of one table, such as identical columns, then also applies to the other.
 */
export function haveSameConfigs(a: readonly ConfigRow[], b: readonly ConfigRow[]): boolean {
  return a === b || (a.length === b.length && a.every((row, index) => isSameConfig(row, b[index])));
}

function isSameConfig(a: ConfigRow, b: ConfigRow | undefined): boolean {
  return a.config === b?.config && a.positions === b.positions && a.station.name === b.station.name;
}

const expanded = new WeakMap<StationConfig, { length: number; positions: ReadonlyMap<string, Position> }>();
const NO_POSITIONS: ReadonlyMap<string, Position> = new Map();

/** The positions of a configuration, cached for as long as the length of the longest one does not change. */
function expandedOnce(config: StationConfig, length: number): ReadonlyMap<string, Position> {
  const known = expanded.get(config);
  if (known?.length === length) return known.positions;
  const positions = expandPositions(config, length);
  expanded.set(config, { length, positions });
  return positions;
}

function newerFirst(a: StationConfig, b: StationConfig): number {
  if (a.created === b.created) return 0;
  return a.created > b.created ? -1 : 1;
}
