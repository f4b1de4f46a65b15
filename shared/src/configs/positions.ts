import { ownValue } from "../lib/index.ts";
import type { StationConfig } from "./config.ts";

/**
 * One number of a configuration: position + offset = sum. A missing offset adds nothing; without a position there is no
 * sum.
 */
export type Position = { position: number | null; offset: number | null; sum: number | null };

type Positioned = Pick<StationConfig, "positions" | "offsets">;

/** Fewest entries that a position of several values, `BattX`, expands to. */
const EXPANDED_MIN = 6;

/**
 * How many entries positions of several values expand to in a table of these configurations: the most any of them has.
 */
export function expandedLength(configs: readonly Positioned[]): number {
  return configs.reduce((most, config) => Math.max(most, longestIn(config)), EXPANDED_MIN);
}

const longest = new WeakMap<Positioned, number>();

/** The most entries of a configuration's positions of several values, counted once. */
function longestIn(config: Positioned): number {
  const known = longest.get(config);
  if (known !== undefined) return known;
  const values = [...Object.values(config.positions), ...Object.values(config.offsets)];
  const most = values.reduce<number>((most, of) => (Array.isArray(of) ? Math.max(most, of.length) : most), 0);
  longest.set(config, most);
  return most;
}

/** Name of one of several values: `BattX-1`; `index` counts from 0. */
export function expandedName(name: string, index: number): string {
  return `${name}-${index + 1}`;
}

/** Every number of a configuration by name, positions of several values expanded to `length` entries. */
export function expandPositions(config: Positioned, length: number): Map<string, Position> {
  const names = new Set([...Object.keys(config.positions), ...Object.keys(config.offsets)]);
  return new Map([...names].flatMap((name) => expand(name, config, length)));
}

function expand(name: string, config: Positioned, length: number): [string, Position][] {
  const position = ownValue(config.positions, name);
  const offset = ownValue(config.offsets, name);
  if (!Array.isArray(position) && !Array.isArray(offset)) return [[name, sumUp(position, offset)]];
  return Array.from({ length }, (_, i) => [expandedName(name, i), sumUp(valueAt(position, i), valueAt(offset, i))]);
}

function valueAt(values: number | number[] | undefined, index: number): number | undefined {
  return Array.isArray(values) ? values[index] : values;
}

function sumUp(position: number | undefined, offset: number | undefined): Position {
  // Rounded so that 0.1 + 0.2 reads 0.3; no motor moves by a millionth.
  const sum = position === undefined ? null : Math.round((position + (offset ?? 0)) * 1e6) / 1e6;
  return { position: position ?? null, offset: offset ?? null, sum };
}
