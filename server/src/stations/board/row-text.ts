import { hash } from "node:crypto";
import { withoutLogin, type CalendarDate, type Timestamp } from "@groundcrew/shared/lib";
import type { CurrentMaintenance } from "@groundcrew/shared/maintenance";
import { rowOfReadiness, type Readiness } from "@groundcrew/shared/readiness";
import type { SupportMetrics, Station } from "@groundcrew/shared/stations";
import type { BatteryFacts, StationType } from "@groundcrew/shared/telemetry";
import { tagsOf, type ShownTags, type StoredTag, type Tags } from "./tags.ts";

/** The facts that users have entered about a station, and counts derived from them. `…_latest` are JSON text. */
export type StationFacts = {
  name: string;
  serial_number: string;
  description: string;
  station_type: StationType;
  organization_name: string;
  org_id: number;
  location_deployment: string;
  has_location: boolean;
  lat: number | null;
  lng: number | null;
  street_address: string | null;
  actual: boolean;
  telemetry_enabled: boolean;
  hexone_uri_base: string | null;
  version_api: string;
  shipped: CalendarDate | null;
  created: Timestamp;
  retired: Timestamp | null;
  maintenance: StoredMaintenance | null;
  site_id: number | null;
  site_name: string | null;
  /** From A to Z; null for none. */
  tags: StoredTag[] | null;
  edited: Timestamp | null;
  edited_by: string | null;
  swaps_year: number | null;
  swaps_months_1: number | null;
  swaps_week: number | null;
  swaps_day: number | null;
  swaps_shipment: number | null;
  errors_shipment: number | null;
  errors_total: number;
  errors_unresolved: number;
  error_latest: Timestamp | null;
  incident_needs_action: number;
  incident_pending: number;
  incident_pending_urgent: number;
  /** Without when it was last seen, which changes with every birth. */
  config_latest: string | null;
  config_seen: Timestamp | null;
  ssot_latest: string | null;
  /** The user who saved it. */
  ssot_author: string | null;
  replaceables_latest: string | null;
};

/** The maintenance that a station is in. `by_staff` says whether `by` is staff, whose name only admins see. */
export type StoredMaintenance = CurrentMaintenance & { by: string; by_staff: boolean };

/** The last report of a station, without its snapshot. `version` increases with every change. */
export type BoardState = {
  version: number;
  linked: boolean;
  last_active: Timestamp | null;
  last_swapped: Timestamp | null;
  last_online: Timestamp | null;
  last_telemetry: Timestamp | null;
  clock_skew_ms: number | null;
  swaps_performed: number;
  /** The facts about the batteries in the charger that alert rules need, null when there are none; no row contains it. */
  batteries: BatteryFacts | null;
  /** The first invalid message since the last valid snapshot, as JSON. */
  invalid_messages: string | null;
};

/** The state of a station that has never sent anything. */
export const NO_STATE: BoardState = {
  version: -1,
  linked: false,
  last_active: null,
  last_swapped: null,
  last_online: null,
  last_telemetry: null,
  clock_skew_ms: null,
  swaps_performed: 0,
  batteries: null,
  invalid_messages: null,
};

/** The optional parts of a row to include. */
export type RowOptions = {
  support_metrics: boolean;
  telemetry: boolean;
  config: boolean;
  ssot: boolean;
  replaceables: boolean;
};

/** The parts of a station's row as JSON text in ASCII, each with a leading comma, ready to be joined between braces. */
export type RowParts = {
  facts: string;
  maintenance: string;
  /** The same with the name of staff, only for admins. */
  maintenanceForAdmins: string;
  tags: string;
  /** The same with those of staff, only for admins. */
  tagsForAdmins: string;
  /** Only for admins. */
  lastEdit: string;
  readiness: string;
  support: string;
  /** The open incidents: more members of the support metrics, only for admins. */
  incidents: string;
  config: string;
  ssot: string;
  /** The user who saved it: one more of its members, only for admins. Empty if nothing was saved. */
  ssotAuthor: string;
  /** Only for admins. */
  replaceables: string;
};

/** The parts derived from the facts. */
export function rowTextOfFacts(facts: StationFacts): Omit<RowParts, "readiness"> {
  const shown = shownFacts(facts);
  return {
    facts: factsPart(shown),
    maintenance: members({ maintenance: maintenance(facts, false) }),
    maintenanceForAdmins: members({ maintenance: maintenance(facts, true) }),
    tags: tagsPart(shown),
    tagsForAdmins: tagsPart(shown.forAdmins ?? shown),
    lastEdit: lastEditPart(facts),
    support: members({ support_metrics: support(facts) }),
    incidents: members({ supportlog: incidentsOf(facts) }),
    config: `,"config_latest":${withSeen(facts)}`,
    ssot: `,"ssot_latest":${inAscii(facts.ssot_latest ?? "null")}`,
    ssotAuthor: facts.ssot_latest === null ? "" : members({ author: facts.ssot_author }),
    replaceables: `,"replaceables_latest":${inAscii(facts.replaceables_latest ?? "null")}`,
  };
}

/** The part derived from the state; whether the link is up follows from the state and the time. */
export function statePart(state: BoardState, isUp: boolean): string {
  const shown = members({
    last_active: state.last_active,
    last_swapped: state.last_swapped,
    last_online: state.last_online,
    last_online_status: isUp,
    last_telemetry: state.last_telemetry,
    clock_skew_ms: state.clock_skew_ms,
    swaps_performed: state.swaps_performed,
  } satisfies Partial<Station>);
  return state.invalid_messages === null ? shown : `${shown},"invalid_messages":${inAscii(state.invalid_messages)}`;
}

/** The part with what was evaluated; null for a station that was not. */
export function readinessPart(readiness: Readiness | null): string {
  return members({ readiness: readiness && rowOfReadiness(readiness) } satisfies Partial<Station>);
}

function withSeen({ config_latest: config, config_seen: seen }: StationFacts): string {
  if (config === null) return "null";
  return withMembers(inAscii(config), members({ seen }));
}

/** `state` is the part derived from the state, `telemetry` the JSON of the last snapshot, or of its summary. */
type Row = { name: string; rev: number; parts: RowParts; state: string; telemetry: () => string };

/** A key for a set of optional parts. */
export function optionsKey(options: RowOptions): string {
  return Object.values(options)
    .map((isIncluded) => (isIncluded ? "1" : "0"))
    .join("");
}

/** A whole row. Fields for admins only are left out of everyone else's rows, whatever was requested. */
export function rowText({ name, rev, parts, state, telemetry }: Row, options: RowOptions, isAdmin: boolean): string {
  let text = `{"name":${inAscii(JSON.stringify(name))},"rev":${rev}${parts.facts}${state}${parts.readiness}`;
  text += isAdmin ? parts.maintenanceForAdmins : parts.maintenance;
  text += isAdmin ? parts.tagsForAdmins : parts.tags;
  if (isAdmin) text += parts.lastEdit;
  if (options.support_metrics) text += isAdmin ? withMembers(parts.support, parts.incidents) : parts.support;
  if (options.telemetry) text += `,"last_telemetry_data":${telemetry()}`;
  if (options.config) text += parts.config;
  if (options.ssot) text += isAdmin ? withMembers(parts.ssot, parts.ssotAuthor) : parts.ssot;
  if (options.replaceables && isAdmin) text += parts.replaceables;
  return `${text}}`;
}

/** A part whose value is an object, with more members of that. */
function withMembers(part: string, more: string): string {
  return more === "" ? part : `${part.slice(0, -1)}${more}}`;
}

/** Between the rows of a list: one a line, so that a client can parse the beginning of a long list while it arrives. */
export const ROW_SEPARATOR = ",\n";

function members(fields: Record<string, unknown>): string {
  return inAscii(`,${JSON.stringify(fields).slice(1, -1)}`);
}

const NOT_ASCII = /[^\0-\x7f]/g;

/**
 * JSON text with other characters escaped. Browsers decode and parse a long text in ASCII in about half the time, and V8 takes one byte
 * for each of its characters: a single other one makes it take two for each character of all rows that are joined.
 */
export function inAscii(json: string): string {
  if (json.search(NOT_ASCII) === -1) return json;
  const escaped = json.replaceAll(
    NOT_ASCII,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  // The result of `replaceAll` still has two bytes for each character.
  return Buffer.from(escaped, "latin1").toString("latin1");
}

/** The facts of a station that every row shows, and its name. */
export type ShownFacts = ReturnType<typeof factsOf> & SiteFacts & ShownTags;
type SiteFacts = Pick<Station, "site_id" | "site_name">;

/** Without site and tags if the station has none. */
export function shownFacts(facts: StationFacts): ShownFacts {
  const { site_id, site_name, tags } = facts;
  const site = site_id !== null && site_name !== null && { site_id, site_name };
  return { ...factsOf(facts), ...site, ...(tags !== null && tagsOf(tags)) };
}

function factsOf(facts: StationFacts) {
  return {
    name: facts.name,
    serial_number: facts.serial_number,
    description: facts.description,
    station_type: facts.station_type,
    organization_name: facts.organization_name,
    org_id: facts.org_id,
    location_deployment: facts.location_deployment,
    location: facts.has_location ? { lat: facts.lat, lng: facts.lng, street_address: facts.street_address } : null,
    actual: facts.actual,
    telemetry_enabled: facts.telemetry_enabled,
    hexone_uri_base: facts.hexone_uri_base && withoutLogin(facts.hexone_uri_base),
    hexone_dashboard: dashboardOf(facts.hexone_uri_base),
    version_api: facts.version_api,
    shipped: facts.shipped,
    created: facts.created,
    retired: facts.retired,
    swaps_year: facts.swaps_year,
    swaps_months_1: facts.swaps_months_1,
    swaps_week: facts.swaps_week,
    swaps_day: facts.swaps_day,
    swaps_shipment: facts.swaps_shipment,
    errors_total: facts.errors_total,
    errors_shipment: facts.errors_shipment,
  } satisfies Partial<Station>;
}

function maintenance({ maintenance: current }: StationFacts, forAdmins: boolean): CurrentMaintenance | null {
  if (current === null) return null;
  const { by_staff, ...shown } = current;
  return by_staff && !forAdmins ? { ...shown, by: null } : shown;
}

/** The name is at the beginning of a row, and tags differ for admins. */
function factsPart({ name: _name, tags: _tags, cautions: _cautions, forAdmins: _forAdmins, ...shown }: ShownFacts) {
  return members(shown);
}

function tagsPart({ tags, cautions }: Tags): string {
  return tags === undefined ? "" : members({ tags, ...(cautions && { cautions }) } satisfies Partial<Station>);
}

function lastEditPart({ edited, edited_by }: StationFacts): string {
  if (edited === null || edited_by === null) return "";
  return members({ last_edit: { created: edited, author: edited_by } } satisfies Partial<Station>);
}

export function support({ errors_unresolved, error_latest }: StationFacts): SupportMetrics {
  return { errors_unresolved, error_latest };
}

export function incidentsOf({ incident_needs_action, incident_pending, incident_pending_urgent }: StationFacts) {
  return { incident_needs_action, incident_pending, incident_pending_urgent };
}

/** Address of a station's own dashboard, built from its base; null unless the base is a web address that a browser can open. */
export function dashboardOf(base: string | null): string | null {
  if (base === null || !URL.canParse(base)) return null;
  const { protocol, href } = new URL(base);
  return protocol === "https:" || protocol === "http:" ? withoutLogin(href) : null;
}

/** A hash of 48 bits, so that it is an exact number. */
export function digest(text: string): number {
  return Number.parseInt(hash("sha1", text, "hex").slice(0, 12), 16);
}
