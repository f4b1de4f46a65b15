import { COMPARISONS, type Comparison, type HighlightMode, type PositionFilter } from "@groundcrew/shared/configs";

/** The settings of the Station Config table, apart from hidden columns. */
export type TableSettings = {
  mode: HighlightMode;
  showUniform: boolean;
  showUnused: boolean;
  /** Shows one row per station. */
  newestOnly: boolean;
  /** Filters as entered, including those without a value yet. */
  filters: readonly DraftFilter[];
};

/** A position filter being edited; `value` is the text entered. */
export type DraftFilter = { position: string; comparison: Comparison; value: string };

export type Query = Readonly<Record<string, string>>;

/** Reads the settings from an address. Missing or invalid ones get their default. */
export function tableSettingsFromQuery(query: Query): TableSettings {
  return {
    mode: query["config-highlight"] === "changed_vs_next" ? "changed_vs_next" : "modal",
    showUniform: query["config-identical"] === "1",
    showUnused: query["config-unused"] === "1",
    newestOnly: query["config-newest"] === "1",
    filters: (query["config-filters"] ?? "").split(",").flatMap(decodeFilter),
  };
}

/** The settings that differ from the default, as a query. */
export function tableSettingsToQuery({ mode, showUniform, showUnused, newestOnly, filters }: TableSettings): Query {
  return {
    ...(mode !== "modal" && { "config-highlight": mode }),
    ...(showUniform && { "config-identical": "1" }),
    ...(showUnused && { "config-unused": "1" }),
    ...(newestOnly && { "config-newest": "1" }),
    ...(filters.length > 0 && { "config-filters": filters.map(encodeFilter).join(",") }),
  };
}

/** The filters that have a valid number. */
export function validFilters(drafts: readonly DraftFilter[]): PositionFilter[] {
  return drafts.flatMap(({ position, comparison, value }) => {
    const number = value.trim() === "" ? Number.NaN : Number(value);
    return Number.isFinite(number) && position !== "" ? [{ position, comparison, value: number }] : [];
  });
}

/** Whether a query key belongs to the SSoT pages rather than the station list. */
export function isTableKey(key: string): boolean {
  return key.startsWith("ssot-") || key.startsWith("config-");
}

/** Column groups that all station types have. Hidden columns of other groups do not apply to another type. */
const COMMON_GROUPS = new Set(["ssot-station", "ssot-streaming"]);

/** The part of a query that still applies to another station type. */
export function forAnotherType(query: Query): Query {
  const applies = (key: string) => COMMON_GROUPS.has(key) || (key.startsWith("config-") && key !== "config-filters");
  return Object.fromEntries(Object.entries(query).filter(([key]) => applies(key)));
}

const SEPARATOR = ":";

function encodeFilter({ position, comparison, value }: DraftFilter): string {
  return [encodeURIComponent(position), comparison, encodeURIComponent(value)].join(SEPARATOR);
}

function decodeFilter(text: string): DraftFilter[] {
  const [position = "", sign = "", value = ""] = text.split(SEPARATOR);
  const comparison = COMPARISONS.find((candidate) => candidate === sign);
  if (comparison === undefined) return [];
  return [{ position: decode(position), comparison, value: decode(value) }];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
