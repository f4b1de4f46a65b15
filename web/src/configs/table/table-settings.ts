import { COMPARISONS, type Comparison, type PositionFilter } from "@groundcrew/shared/configs";
import { flag, keyed, order, viewOf, type AddressQuery, type Setting, type ValuesOf } from "@groundcrew/shared/view";

/** A position filter being edited; `value` is the text entered. */
export type DraftFilter = { position: string; comparison: Comparison; value: string };

/** The settings of the Station Config table, apart from hidden columns. */
export const tableView = viewOf("config", {
  mode: keyed("config-highlight", order(["modal", "changed_vs_next"], "modal")),
  showUniform: keyed("config-identical", flag()),
  showUnused: keyed("config-unused", flag()),
  /** Shows one row per station. */
  newestOnly: keyed("config-newest", flag()),
  /** Filters as entered, including those without a value yet. */
  filters: draftFilters(),
});
export type TableSettings = ValuesOf<typeof tableView>;

function draftFilters(): Setting<readonly DraftFilter[], never> {
  return {
    fallback: [],
    read: (text) => text.split(",").flatMap(decodeFilter),
    write: (filters) => filters.map(encodeFilter).join(","),
    send: () => undefined,
  };
}

/** The filters that have a valid number. */
export function validFilters(drafts: readonly DraftFilter[]): PositionFilter[] {
  return drafts.flatMap(({ position, comparison, value }) => {
    const number = value.trim() === "" ? Number.NaN : Number(value);
    return Number.isFinite(number) && position !== "" ? [{ position, comparison, value: number }] : [];
  });
}

/** Column groups that all station types have. Hidden columns of other groups do not apply to another type. */
const COMMON_GROUPS = new Set(["ssot-station", "ssot-streaming"]);

/** The part of a query that still applies to another station type. */
export function forAnotherType(query: AddressQuery): AddressQuery {
  const applies = (key: string) => COMMON_GROUPS.has(key) || !(key.startsWith("ssot-") || key === "config-filters");
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
