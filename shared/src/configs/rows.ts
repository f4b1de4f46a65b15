import type { StationConfig } from "./config.ts";
import { expandedLength, expandPositions, type Position } from "./positions.ts";

/** What a row shows of its station. */
type Shown = { name: string; serial_number: string; description: string };

/**
 * A row of the Station Config table: a station and one revision of its configuration, with its positions expanded alike
 * in all rows. A station without configuration has one row with none.
 */
export type ConfigRow<S extends Shown = Shown> = {
  station: S;
  config: StationConfig | null;
  positions: ReadonlyMap<string, Position>;
};

/**
 * Makes the rows of stations given in their chosen order, each with its known revisions (specification, section 2,
 * "Station Config table"): stations without configuration come last, the newest configuration of a station first.
 */
export function configRows<S extends Shown>(
  sorted: readonly { station: S; configs: readonly StationConfig[] }[],
): ConfigRow<S>[] {
  const length = expandedLength(sorted.flatMap(({ configs }) => configs));
  const rows = sorted.flatMap(({ station, configs }) =>
    configs
      .toSorted(newerFirst)
      .map((config): ConfigRow<S> => ({ station, config, positions: expandedOnce(config, length) })),
  );
  const without = sorted.filter(({ configs }) => configs.length === 0);
  return [...rows, ...without.map(({ station }) => ({ station, config: null, positions: NONE }))];
}

/** Works out ahead what `configRows` needs of these revisions, so that it takes less time once there are thousands of them. */
export function prepareConfigs(configs: readonly StationConfig[]): void {
  const length = expandedLength(configs);
  for (const config of configs) expandedOnce(config, length);
}

/**
 * Whether two tables have the same revisions of the same stations in the same order, whatever else has become of the stations.
 * What is worked out from the revisions of one, such as which columns are alike, then holds for the other.
 */
export function haveSameConfigs(a: readonly ConfigRow[], b: readonly ConfigRow[]): boolean {
  return a === b || (a.length === b.length && a.every((row, index) => isSameConfig(row, b[index])));
}

function isSameConfig(a: ConfigRow, b: ConfigRow | undefined): boolean {
  return a.config === b?.config && a.positions === b.positions && a.station.name === b.station.name;
}

const expanded = new WeakMap<StationConfig, { length: number; positions: ReadonlyMap<string, Position> }>();
const NONE: ReadonlyMap<string, Position> = new Map();

/** The positions of a configuration, worked out once for as long as the longest one stays as long. */
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
