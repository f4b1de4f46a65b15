import type { PositionMetadata, StationTypeMetadata } from "../station-types/index.ts";
import { expandedLength, expandedName, expandPositions, type Position } from "./positions.ts";
import type { StationConfig } from "./config.ts";

/** A group of positions; `names` are in display order. */
export type PositionCategory = { title: string; names: string[] };

type PositionsMetadata = Pick<StationTypeMetadata, "positions" | "positions_categories">;

/**
 * Groups position names by the station type's categories; names in none become `Uncategorized`, in alphabetical order. Expanded names take
 * the place of their position. Empty categories are left out.
 */
export function categorize(names: Iterable<string>, { positions_categories }: PositionsMetadata): PositionCategory[] {
  const remaining = new Set(names);
  const known = positions_categories.map(({ title, entries }) => ({
    title,
    names: entries.flatMap((entry) => takeNames(remaining, entry)),
  }));
  const others = { title: "Uncategorized", names: [...remaining].sort() };
  return [...known, others].filter((category) => category.names.length > 0);
}

function takeNames(remaining: Set<string>, entry: string): string[] {
  const taken = remaining.has(entry) ? [entry] : [];
  for (let i = 0; remaining.has(expandedName(entry, i)); i += 1) taken.push(expandedName(entry, i));
  for (const name of taken) remaining.delete(name);
  return taken;
}

/** A position's label, description and second line on screen, for a hardware version (null when unknown). */
export function describePosition(
  name: string,
  { positions }: Pick<PositionsMetadata, "positions">,
  hardwareVersion: number | null,
): { label: string; description: string; subtext: string } {
  const [baseName = name, index] = splitExpanded(name);
  const known =
    positions.find((position) => position.name === name) ?? positions.find((position) => position.name === baseName);
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

function subtextOf(position: PositionMetadata, hardwareVersion: number | null): string {
  const isLater = hardwareVersion !== null && hardwareVersion >= SECOND_SUBTEXT_FROM;
  return (isLater ? position.hw_v5_description_subtext : null) ?? position.description_subtext ?? "";
}

/** A line of the Config tab: position + offset = sum. */
export type PositionLine = Position & { name: string; label: string; description: string; subtext: string };

/** The Offsets section of the Config tab (specification, section 2, "Station page"). */
export function positionLines(
  config: StationConfig,
  metadata: PositionsMetadata,
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
