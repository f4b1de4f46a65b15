import { ownValue } from "../lib/index.ts";
import type { StationTypeMetadata } from "../station-types/index.ts";
import type { StationType } from "../telemetry/index.ts";
import { categorize, describePosition } from "./categories.ts";
import { highlighter, type Cell, type HighlightMode } from "./compare.ts";
import type { StationConfig } from "./config.ts";
import type { ConfigRow } from "./rows.ts";
import { shortenTitle, isUsedUnitConfig, unitConfigName } from "./unit-configs.ts";

/**
 * A column of the Station Config table. `key` is unique in the table, `group` is the title of its column group, `description` the full text
 * of a title that may be cut. `isUsed` is false for unit configs without a meaning for the station type.
 */
export type ConfigColumn = {
  key: string;
  kind: "meta" | "position" | "unit_config" | "streaming";
  group: string;
  title: string;
  description: string;
  isUsed: boolean;
  cellOf: (row: ConfigRow) => Cell;
};

/** The columns for rows of one station type, group by group (specification, section 2, "Station Config table"). */
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

/** The columns of the Station group that are compared between rows. */
const COMPARED_META = new Set(["version_api", "version_firmware"]);

/**
 * Returns a function that says, by row index, whether a column's cell is highlighted; in the Station group only versions are. The most common
 * value is that of all rows, which include older revisions when those are shown.
 */
export function columnHighlighter(
  column: ConfigColumn,
  rows: readonly ConfigRow[],
  mode: HighlightMode,
): (index: number) => boolean {
  if (column.kind === "meta" && !COMPARED_META.has(column.key)) return () => false;
  return highlighter(rows, column.cellOf, mode);
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
  return { key, kind: "meta", group: "Station", title, description: title, isUsed: true, cellOf };
}

function streaming(key: keyof NonNullable<StationConfig["streaming_turn"]>, title: string): ConfigColumn {
  const cellOf = ({ config }: ConfigRow) => (config ? (config.streaming_turn?.[key] ?? null) : undefined);
  return { key, kind: "streaming", group: "Streaming", title, description: title, isUsed: true, cellOf };
}

function positionColumns(rows: readonly ConfigRow[], metadata: StationTypeMetadata): ConfigColumn[] {
  const names = new Set<string>();
  for (const { positions } of rows) {
    for (const name of positions.keys()) names.add(name);
  }
  return categorize(names, metadata).flatMap(({ title: group, names }) =>
    names.map((name): ConfigColumn => {
      const { label, description } = describePosition(name, metadata, null);
      const fullText = description === "" ? label : `${label}: ${description}`;
      return {
        key: `position:${name}`,
        kind: "position",
        group,
        title: name,
        description: fullText,
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
  const length = rows.reduce((longest, { config }) => Math.max(longest, config?.unit_configs.length ?? 0), 0);
  return Array.from({ length }, (_, index): ConfigColumn => {
    const number = index + 1;
    const known = ownValue(unit_configs, String(number));
    const title = known?.title ?? unitConfigName(number);
    return {
      key: `unit_config:${number}`,
      kind: "unit_config",
      group: "Unit Configs",
      title: shortenTitle(title),
      description: describeUnitConfig(number, known),
      isUsed: isUsedUnitConfig(type, number),
      cellOf: ({ config }) => (config ? (config.unit_configs[index] ?? null) : undefined),
    };
  });
}

/** The number, title and description of a unit config, each once. */
function describeUnitConfig(number: number, known: { title: string; description: string } | undefined): string {
  const parts = [unitConfigName(number), known?.title, known?.description].filter(
    (part) => part !== undefined && part !== "",
  );
  return [...new Set(parts)].join(": ");
}
