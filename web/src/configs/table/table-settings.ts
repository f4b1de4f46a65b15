import { COMPARISONS, type Comparison, type HighlightMode, type PositionFilter } from "@groundcrew/shared/configs";

/** How someone looks at the Station Config table, apart from which columns they hid. */
export type TableSettings = {
  mode: HighlightMode;
  showUniform: boolean;
  showUnused: boolean;
  /** Shows one row of each station. */
  newestOnly: boolean;
  /** Filters as they stand there, those that have no value yet included. */
  filters: readonly DraftFilter[];
};

/** A position filter that someone is writing. */
export type DraftFilter = { position: string; comparison: Comparison; value: string };

export type Query = Readonly<Record<string, string>>;

/** Reads the settings from an address. What is missing or makes no sense is as when the table opens. */
export function tableSettingsFromQuery(query: Query): TableSettings {
  return {
    mode: query["config-highlight"] === "changed_vs_next" ? "changed_vs_next" : "modal",
    showUniform: query["config-identical"] === "1",
    showUnused: query["config-unused"] === "1",
    newestOnly: query["config-newest"] === "1",
    filters: (query["config-filters"] ?? "").split(",").flatMap(readFilter),
  };
}

/** What of the settings differs from how the table opens, as a query. */
export function tableSettingsToQuery({ mode, showUniform, showUnused, newestOnly, filters }: TableSettings): Query {
  return {
    ...(mode !== "modal" && { "config-highlight": mode }),
    ...(showUniform && { "config-identical": "1" }),
    ...(showUnused && { "config-unused": "1" }),
    ...(newestOnly && { "config-newest": "1" }),
    ...(filters.length > 0 && { "config-filters": filters.map(spellFilter).join(",") }),
  };
}

/** The filters that have a number to compare with. */
export function readyFilters(drafts: readonly DraftFilter[]): PositionFilter[] {
  return drafts.flatMap(({ position, comparison, value }) => {
    const number = value.trim() === "" ? Number.NaN : Number(value);
    return Number.isFinite(number) && position !== "" ? [{ position, comparison, value: number }] : [];
  });
}

/** The keys of an address that the SSoT pages understand beside those of the station list. */
export function isTableKey(key: string): boolean {
  return key.startsWith("ssot-") || key.startsWith("config-");
}

/** Groups of columns that every type of station has; what is hidden of others means nothing for another type. */
const COMMON = new Set(["ssot-station", "ssot-streaming"]);

/** What of an address still holds for stations of another type. */
export function forAnotherType(query: Query): Query {
  const holds = (key: string) => COMMON.has(key) || (key.startsWith("config-") && key !== "config-filters");
  return Object.fromEntries(Object.entries(query).filter(([key]) => holds(key)));
}

const SEPARATOR = ":";

function spellFilter({ position, comparison, value }: DraftFilter): string {
  return [encodeURIComponent(position), comparison, encodeURIComponent(value)].join(SEPARATOR);
}

function readFilter(text: string): DraftFilter[] {
  const [position = "", sign = "", value = ""] = text.split(SEPARATOR);
  const comparison = COMPARISONS.find((of) => of === sign);
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
