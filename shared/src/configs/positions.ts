import { ownValue } from "../lib/index.ts";
import type { StationConfig } from "./config.ts";

/** One position of a configuration: position + offset = sum. A missing offset counts as 0; without a position there is no sum. */
export type Position = { position: number | null; offset: number | null; sum: number | null };

type PositionValues = Pick<StationConfig, "positions" | "offsets">;

/** Minimum number of entries that a position with several values, `BattX`, expands to. */
const EXPANDED_MIN = 6;

/** How many entries positions with several values expand to in a table of these configurations: the longest array in any of them. */
export function expandedLength(configs: readonly PositionValues[]): number {
  return configs.reduce((most, config) => Math.max(most, longestIn(config)), EXPANDED_MIN);
}

const lengths = new WeakMap<PositionValues, number>();

/** The length of a configuration's longest array, computed once. */
function longestIn(config: PositionValues): number {
  const known = lengths.get(config);
  if (known !== undefined) return known;
  const values = [...Object.values(config.positions), ...Object.values(config.offsets)];
  const most = values.reduce<number>((most, value) => (Array.isArray(value) ? Math.max(most, value.length) : most), 0);
  lengths.set(config, most);
  return most;
}

/** The name of one of a position's values, such as `BattX-1`; `index` counts from 0. */
export function expandedName(name: string, index: number): string {
  return `${name}-${index + 1}`;
}

/** All positions of a configuration by name, with those of several values expanded to `length` entries. */
export function expandPositions(config: PositionValues, length: number): Map<string, Position> {
  const names = new Set([...Object.keys(config.positions), ...Object.keys(config.offsets)]);
  return new Map([...names].flatMap((name) => expand(name, config, length)));
}

function expand(name: string, config: PositionValues, length: number): [string, Position][] {
  const position = ownValue(config.positions, name);
  const offset = ownValue(config.offsets, name);
  if (!Array.isArray(position) && !Array.isArray(offset)) return [[name, sumUp(position, offset)]];
  return Array.from({ length }, (_, i) => [expandedName(name, i), sumUp(valueAt(position, i), valueAt(offset, i))]);
}

function valueAt(values: number | number[] | undefined, index: number): number | undefined {
  return Array.isArray(values) ? values[index] : values;
}

function sumUp(position: number | undefined, offset: number | undefined): Position {
  // Rounded so that 0.1 + 0.2 gives 0.3; motors do not resolve millionths.
  const sum = position === undefined ? null : Math.round((position + (offset ?? 0)) * 1e6) / 1e6;
  return { position: position ?? null, offset: offset ?? null, sum };
}
