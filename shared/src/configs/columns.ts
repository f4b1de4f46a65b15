import { ownValue } from "../lib/index.ts";
import type { StationTypeMetadata } from "../station-types/index.ts";
import type { StationType } from "../telemetry/index.ts";
import { categorize, describePosition } from "./categories.ts";
import { highlighter, type Cell, type HighlightMode } from "./compare.ts";
import type { StationConfig } from "./config.ts";
import type { ConfigRow } from "./rows.ts";
import { cutTitle, isUsedUnitConfig, unitConfigName } from "./unit-configs.ts";

/**
 * A column of the Station Config table. `key` is unique in the table, `group` the title of its column group, `about`
 * the full text behind a title that may be cut. `isUsed` is false for unit configs that mean nothing for the station
 * type.
 */
export type ConfigColumn = {
  key: string;
  kind: "meta" | "position" | "unit_config" | "streaming";
  group: string;
  title: string;
  about: string;
  isUsed: boolean;
  cellOf: (row: ConfigRow) => Cell;
};

/**
 * The columns that rows of one station type have, group by group (specification, section 2, "Station Config table").
 */
export function configColumns(
  rows: readonly ConfigRow[],
  type: StationType,
  metadata: StationTypeMetadata,
): ConfigColumn[] {
  return [
    ...metaColumns,
    ...positionColumns(rows, metadata),
    ...unitConfigColumns(rows, type, metadata),
    ...streamingColumns,
  ];
}

/** Columns about the station in which a change from row to row is worth a look. */
const COMPARED_META = new Set(["version_api", "version_firmware"]);

/**
 * Tells by a row's index whether its cell of a column is highlighted; among those about the station itself only the versions ever are. Between several
 * stations, the most common value is that of their newest rows: what they were is not what they have in common.
 */
export function columnHighlighter(
  column: ConfigColumn,
  rows: readonly ConfigRow[],
  mode: HighlightMode,
): (index: number) => boolean {
  if (column.kind === "meta" && !COMPARED_META.has(column.key)) return () => false;
  return highlighter(rows, column.cellOf, { mode, counted: newestRows(rows) });
}

/** The first row of each station; all rows when they are of one. */
function newestRows(rows: readonly ConfigRow[]): readonly ConfigRow[] {
  const newest = rows.filter(({ station }, i) => rows[i - 1]?.station.name !== station.name);
  return newest.length > 1 ? newest : rows;
}

const metaColumns: ConfigColumn[] = [
  meta("serial_number", "Serial Number", ({ station }) => station.serial_number),
  meta("name", "Station Name", ({ station }) => station.name),
  meta("description", "Description", ({ station }) => station.description),
  meta("timestamp", "Timestamp", ({ config }) => config?.created),
  meta("version_api", "Software Version", ({ config }) => config?.version_api),
  meta("version_firmware", "Firmware Version", ({ config }) => config?.version_firmware),
];

const streamingColumns: ConfigColumn[] = [
  streaming("stun_url", "STUN URL"),
  streaming("stun_port", "STUN Port"),
  streaming("turn_protocol", "TURN Protocol"),
  streaming("turn_url", "TURN URL"),
  streaming("turn_port", "TURN Port"),
];

function meta(key: string, title: string, cellOf: ConfigColumn["cellOf"]): ConfigColumn {
  return { key, kind: "meta", group: "Station", title, about: title, isUsed: true, cellOf };
}

function streaming(key: keyof NonNullable<StationConfig["streaming_turn"]>, title: string): ConfigColumn {
  const cellOf = ({ config }: ConfigRow) => (config ? (config.streaming_turn?.[key] ?? null) : undefined);
  return { key, kind: "streaming", group: "Streaming", title, about: title, isUsed: true, cellOf };
}

function positionColumns(rows: readonly ConfigRow[], metadata: StationTypeMetadata): ConfigColumn[] {
  const names = new Set<string>();
  for (const { positions } of rows) {
    for (const name of positions.keys()) names.add(name);
  }
  return categorize(names, metadata).flatMap(({ title: group, names }) =>
    names.map((name): ConfigColumn => {
      const { label, description } = describePosition(name, metadata, null);
      const about = description === "" ? label : `${label}: ${description}`;
      return {
        key: `position:${name}`,
        kind: "position",
        group,
        title: name,
        about,
        isUsed: true,
        cellOf: ({ config, positions }) => (config ? (positions.get(name)?.sum ?? null) : undefined),
      };
    }),
  );
}

function unitConfigColumns(
  rows: readonly ConfigRow[],
  type: StationType,
  { unit_configs }: StationTypeMetadata,
): ConfigColumn[] {
  const most = rows.reduce((most, { config }) => Math.max(most, config?.unit_configs.length ?? 0), 0);
  return Array.from({ length: most }, (_, index): ConfigColumn => {
    const number = index + 1;
    const known = ownValue(unit_configs, String(number));
    const title = known?.title ?? unitConfigName(number);
    return {
      key: `unit_config:${number}`,
      kind: "unit_config",
      group: "Unit Configs",
      title: cutTitle(title),
      about: aboutUnitConfig(number, known),
      isUsed: isUsedUnitConfig(type, number),
      cellOf: ({ config }) => (config ? (config.unit_configs[index] ?? null) : undefined),
    };
  });
}

/** A unit config by its number, its title and, where it says more, its description. */
function aboutUnitConfig(number: number, known: { title: string; description: string } | undefined): string {
  const parts = [unitConfigName(number), known?.title, known?.description].filter(
    (part) => part !== undefined && part !== "",
  );
  return [...new Set(parts)].join(": ");
}
