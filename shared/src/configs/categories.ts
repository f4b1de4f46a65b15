import type { PositionMetadata, StationTypeMetadata } from "../station-types/index.ts";
import { expandedLength, expandedName, expandPositions, type Position } from "./positions.ts";
import type { StationConfig } from "./config.ts";

/** Positions that belong together, in the order in which they are shown. */
export type PositionCategory = { title: string; names: string[] };

type Known = Pick<StationTypeMetadata, "positions" | "positions_categories">;

/**
 * Divides position names into the categories of the station type; what is in none is `Uncategorized`, in alphabetical
 * order. Names of expanded positions stand where their position stands. Categories without any of the names are left
 * out.
 */
export function categorize(names: Iterable<string>, { positions_categories }: Known): PositionCategory[] {
  const left = new Set(names);
  const known = positions_categories.map(({ title, entries }) => ({
    title,
    names: entries.flatMap((entry) => takeNames(left, entry)),
  }));
  const others = { title: "Uncategorized", names: [...left].sort() };
  return [...known, others].filter((category) => category.names.length > 0);
}

function takeNames(left: Set<string>, entry: string): string[] {
  const taken = left.has(entry) ? [entry] : [];
  for (let i = 0; left.has(expandedName(entry, i)); i += 1) taken.push(expandedName(entry, i));
  for (const name of taken) left.delete(name);
  return taken;
}

/** What a position is called and what stands below it, for stations of a hardware version (null when unknown). */
export function describePosition(
  name: string,
  { positions }: Pick<Known, "positions">,
  hardwareVersion: number | null,
): { label: string; description: string; subtext: string } {
  const [stem = name, index] = splitExpanded(name);
  const known = positions.find((of) => of.name === name) ?? positions.find((of) => of.name === stem);
  if (!known) return { label: name, description: "", subtext: "" };
  const label = known.name === name || index === undefined ? known.name_ui : `${known.name_ui} ${index}`;
  return { label, description: known.description, subtext: subtextOf(known, hardwareVersion) };
}

function splitExpanded(name: string): string[] {
  const dash = name.lastIndexOf("-");
  return dash > 0 && /^\d+$/.test(name.slice(dash + 1)) ? [name.slice(0, dash), name.slice(dash + 1)] : [name];
}

/** First hardware version described by a position's second subtext. */
const SECOND_SUBTEXT_FROM = 5;

function subtextOf(of: PositionMetadata, hardwareVersion: number | null): string {
  const isLater = hardwareVersion !== null && hardwareVersion >= SECOND_SUBTEXT_FROM;
  return (isLater ? of.hw_v5_description_subtext : null) ?? of.description_subtext ?? "";
}

/** A line of the Config tab: position + offset = sum. */
export type PositionLine = Position & { name: string; label: string; description: string; subtext: string };

/** The Offsets of a configuration as the Config tab lists them (specification, section 2, "Station page"). */
export function positionLines(
  config: StationConfig,
  metadata: Known,
  hardwareVersion: number | null,
): { title: string; lines: PositionLine[] }[] {
  const values = expandPositions(config, expandedLength([config]));
  const empty: Position = { position: null, offset: null, sum: null };
  return categorize(values.keys(), metadata).map(({ title, names }) => ({
    title,
    lines: names.map((name) => ({
      name,
      ...describePosition(name, metadata, hardwareVersion),
      ...(values.get(name) ?? empty),
    })),
  }));
}
