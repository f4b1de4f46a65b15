import { isInternal, type Brand } from "../../brand.ts";
import { isInWindow, keysOf, ownValue, recordOf, type TimeWindow } from "../../lib/index.ts";
import type { StationType } from "../../telemetry/index.ts";
import type { Station } from "../station.ts";

/** Fields that a list of stations has only where they are shown, since they are large or not for everyone, by the part that they are in. */
const partOfField = {
  config_latest: "config",
  ssot_latest: "ssot",
  replaceables_latest: "replaceables",
} as const satisfies { [F in keyof Station]?: string };

/** A part that a list has only where it is shown: such a field, or retired stations. */
export type ListPart = (typeof partOfField)[keyof typeof partOfField] | "retired";
export const listParts: readonly ListPart[] = [...Object.values(partOfField), "retired"];

/** Of its configuration a filter knows whether there is one. */
type Filterable = Omit<Station, "config_latest"> & { config_latest?: unknown };

type FilterContext = { now: number; time: TimeWindow; brand: Pick<Brand, "internal_prefix"> };

/**
 * A switch of the Filter checklist. Its place in the address and in the menu, what the list has to be loaded with, the rows that a page begins
 * with and the scopes of alert rules follow from it.
 */
type FilterDeclaration<F extends keyof Station> = {
  /** Its key in the address. */
  key: string;
  /** Its text in the menu, which may have the product's name as `{product}`. */
  label: string;
  /** True if it is on unless the address says otherwise. */
  isOn?: true;
  /** The fields that it depends on. */
  reads: readonly F[];
  /**
   * Whether an alert rule for a view of the list uses it. Not if it depends on what changes, such as errors and the link, which would make the
   * scope of a rule depend on its own subject; nor if it makes no difference to rules, which never watch mocked or retired stations.
   */
  isInScopes: boolean;
  /** Whether a station is listed. */
  passes: (station: Pick<Filterable, F>, context: FilterContext) => boolean;
  /** The part that it adds to the list. It narrows the list while it is off; any other filter does so while it is on. */
  adds?: ListPart;
};

/** Infers the fields that `passes` can use from `reads`. */
function filter<F extends keyof Station, S extends boolean>(
  declared: FilterDeclaration<F> & { isInScopes: S },
): FilterDeclaration<F> & { isInScopes: S } {
  return declared;
}

/** Every filter (specification, section 5, "Filters"), in the order of the menu. */
export const filterDeclarations = {
  time: filter({
    key: "stations-f-time",
    label: "Selected Time",
    reads: ["last_active"],
    isInScopes: false,
    passes: ({ last_active }, { time, now }) => isInWindow(last_active, time, now),
  }),
  actual: filter({
    key: "stations-f-actual",
    label: "Actual Only",
    isOn: true,
    reads: ["actual"],
    isInScopes: false,
    passes: ({ actual }) => actual,
  }),
  customer: filter({
    key: "stations-f-customer",
    label: "Non-{product}",
    reads: ["organization_name"],
    isInScopes: true,
    passes: ({ organization_name }, { brand }) => !isInternal(organization_name, brand),
  }),
  online: filter({
    key: "stations-f-online",
    label: "Online Only",
    reads: ["last_online_status"],
    isInScopes: false,
    passes: ({ last_online_status }) => last_online_status,
  }),
  hasConfig: filter({
    key: "stations-f-config",
    label: "Has Known Config",
    reads: ["config_latest"],
    isInScopes: false,
    passes: ({ config_latest = null }) => config_latest !== null,
  }),
  flagged: filter({
    key: "stations-f-flagged",
    label: "Flagged",
    reads: ["support_metrics"],
    isInScopes: false,
    passes: hasUnresolvedErrors,
  }),
  maintenance: filter({
    key: "stations-f-maint",
    label: "In Maintenance",
    reads: ["maintenance"],
    isInScopes: false,
    passes: ({ maintenance }) => maintenance !== null,
  }),
  retired: filter({
    key: "stations-f-retired",
    label: "Include Retired",
    reads: ["retired"],
    isInScopes: false,
    passes: ({ retired }) => retired === null,
    adds: "retired",
  }),
};

export type StationFilter = keyof typeof filterDeclarations;

/** Which filters are on. */
export type StationFilters = Record<StationFilter, boolean>;

/** All filters, in the order of the menu. */
export const stationFilters: readonly StationFilter[] = keysOf(filterDeclarations);

type FieldsOf<N extends StationFilter> = (typeof filterDeclarations)[N]["reads"][number];
type Filtered<N extends StationFilter = StationFilter> = Pick<Filterable, FieldsOf<N> | "station_type">;

type ScopeFilter = {
  [N in StationFilter]: (typeof filterDeclarations)[N]["isInScopes"] extends true ? N : never;
}[StationFilter];

/** The fields that filters in scopes of alert rules read. */
export type ScopeFilterField = FieldsOf<ScopeFilter>;

/** The filters that alert rules for a view of the list use. */
export const scopeFilters: readonly ScopeFilter[] = stationFilters.filter(
  (name): name is ScopeFilter => filterDeclarations[name].isInScopes,
);

/** The parts that a list must have for the filters that are on. */
export function partsFor(filters: StationFilters): ListPart[] {
  return stationFilters.flatMap((name) => (filters[name] ? partsOf(name) : []));
}

/** Fields whose newest values a list has beside its rows. */
const volatileFields: ReadonlySet<keyof Station> = new Set([
  "last_active",
  "last_online",
  "last_telemetry",
  "last_telemetry_data",
  "clock_skew_ms",
]);

/** Whether a filter that is on depends on the time, or on times and readings that change with each message. */
export function dependsOnReadings(filters: StationFilters): boolean {
  return stationFilters.some(
    (name) => filters[name] && filterDeclarations[name].reads.some((field) => volatileFields.has(field)),
  );
}

/** Whether a filter needs one of these parts. */
export function needsPart(name: StationFilter, parts: readonly ListPart[]): boolean {
  return partsOf(name).some((part) => parts.includes(part));
}

/** Filters without those that need one of these parts. */
export function withoutParts(filters: StationFilters, parts: readonly ListPart[]): StationFilters {
  return recordOf(stationFilters, (name) => filters[name] && !needsPart(name, parts));
}

function partsOf(name: StationFilter): ListPart[] {
  const { adds, reads }: FilterDeclaration<FieldsOf<StationFilter>> = filterDeclarations[name];
  return [
    ...(adds === undefined ? [] : [adds]),
    ...reads.flatMap((field) => ownValue<ListPart>(partOfField, field) ?? []),
  ];
}

/** The label of each filter. */
export function filterLabels({ product }: Pick<Brand, "product">): Record<StationFilter, string> {
  return recordOf(stationFilters, (name) => filterDeclarations[name].label.replace("{product}", product));
}

type FilterSettings<N extends StationFilter = StationFilter> = {
  time: TimeWindow;
  /** Null for every type. */
  stationType: StationType | null;
  filters: Readonly<Record<N, boolean>>;
};

/** Compiles whether a station passes the chosen type and filters, or those in `names`. `now` is in ms. */
export function compileFilters(
  settings: FilterSettings,
  context: Omit<FilterContext, "time">,
): (station: Filtered) => boolean;
export function compileFilters<N extends StationFilter>(
  settings: FilterSettings<N>,
  context: Omit<FilterContext, "time">,
  names: readonly N[],
): (station: Filtered<N>) => boolean;
export function compileFilters(
  { time, stationType, filters }: FilterSettings,
  { now, brand }: Omit<FilterContext, "time">,
  names: readonly StationFilter[] = stationFilters,
): (station: Filtered) => boolean {
  const context = { now, time, brand };
  const tests = names.flatMap((name) => {
    const { adds, passes }: FilterDeclaration<FieldsOf<StationFilter>> = filterDeclarations[name];
    return filters[name] === (adds === undefined) ? [passes] : [];
  });
  return (station) =>
    (stationType === null || station.station_type === stationType) && tests.every((passes) => passes(station, context));
}

/** Whether a station has unresolved errors. */
export function hasUnresolvedErrors(station: Pick<Station, "support_metrics">): boolean {
  return (station.support_metrics?.errors_unresolved ?? 0) > 0;
}

/** The selected type after a press on `pressed`: pressing the selected one deselects it. Where a type is required, that is not called. */
export function toggleStationType<T extends string>(selected: T | null, pressed: T): T | null {
  return selected === pressed ? null : pressed;
}
