import { z } from "zod";
import { stationConfig } from "../configs/index.ts";
import { calendarDate, timestamp } from "../lib/index.ts";
import { currentMaintenance } from "../maintenance/index.ts";
import { rowReadiness } from "../readiness/index.ts";
import { savedEntry } from "../ssot/index.ts";
import { snapshot, stationName, stationType, telemetrySummary } from "../telemetry/index.ts";

const swapCount = z.number().int().nonnegative();
const incidentCount = z.number().int().nonnegative();

/** A station's location as people entered it: coordinates, an address, or both. */
export const stationLocation = z.object({
  lat: z.number().min(-90).max(90).nullable(),
  lng: z.number().min(-180).max(180).nullable(),
  street_address: z.string().nullable(),
});

/** Open incidents of a station by status; only admins receive it. */
export const supportLogCounts = z.object({
  incident_needs_action: incidentCount,
  incident_pending: incidentCount,
  incident_pending_urgent: incidentCount,
});

/** Counts of what needs attention at a station. `error_latest` is the time of the newest unresolved station error. */
export const supportMetrics = z.object({
  errors_unresolved: z.number().int().nonnegative(),
  error_latest: timestamp.nullable(),
  supportlog: supportLogCounts.optional(),
});
export type SupportMetrics = z.output<typeof supportMetrics>;

/** When a station was last edited, and by whom: the user's name or email address. */
const lastEdit = z.object({ created: timestamp, author: z.string() });

/**
 * The first invalid message of a station since its last valid snapshot: when it was received, on which topic, and what is wrong with it,
 * with the place in the message.
 */
export const invalidSince = z.object({ since: timestamp, topic: z.enum(["birth", "tele"]), detail: z.string() });
export type InvalidSince = z.output<typeof invalidSince>;

/**
 * A station as the list and the station page receive it (specification, section 3). The optional parts are present only if an `include_…`
 * query requests them. All times are the server's: windows never depend on a station's clock.
 */
export const station = z.object({
  name: stationName,
  /** Changes whenever anything else in the row changes, except volatile fields (see `volatile.ts`); it has no other meaning. */
  rev: z.number().int(),
  serial_number: z.string(),
  description: z.string(),
  station_type: stationType,
  organization_name: z.string(),
  org_id: z.number().int(),
  location_deployment: z.string(),
  location: stationLocation.nullable(),
  /** The number and the name of the station's site; absent without one. */
  site_id: z.number().int().optional(),
  site_name: z.string().optional(),
  /** The names of the station's tags, from A to Z; absent without any. Only admins receive those of the provider. */
  tags: z.array(z.string()).optional(),
  /** Those of its tags that ask people to be careful; absent without any. */
  cautions: z.array(z.string()).optional(),
  /** False for a mocked station. */
  actual: z.boolean(),
  telemetry_enabled: z.boolean(),
  hexone_uri_base: z.string().nullable(),
  /** Address of the station's own dashboard, derived from `hexone_uri_base`; null without one. */
  hexone_dashboard: z.string().nullable(),
  version_api: z.string(),
  shipped: calendarDate.nullable(),
  /** When the station was added; a period that started earlier has no baseline. */
  created: timestamp,
  /** When the station was taken out of service; null while it is in service. */
  retired: timestamp.nullable(),
  /** The maintenance that the station is in; null when it is in none. */
  maintenance: currentMaintenance.nullable(),
  /** Whether a drone can land and swap, and why not; null for a retired station, and until it was evaluated for the first time. */
  readiness: rowReadiness.nullable(),
  /** The last edit of the station, which the next one names in `If-Match`; absent before the first. Only admins receive it. */
  last_edit: lastEdit.optional(),
  /** When the station's last message was received. */
  last_active: timestamp.nullable(),
  last_swapped: timestamp.nullable(),
  /** The last time at which the station's link was known to be up. */
  last_online: timestamp.nullable(),
  /** Whether the link is up. */
  last_online_status: z.boolean(),
  /** When the newest snapshot was received. */
  last_telemetry: timestamp.nullable(),
  /** Station clock minus server clock, in ms, at the newest message; null before the first. */
  clock_skew_ms: z.number().int().nullable(),
  /** Present while the station sends messages that cannot be read. */
  invalid_messages: invalidSince.optional(),
  /** Swaps since commissioning; never decreases, even when the station's own counter is reset. */
  swaps_performed: swapCount,
  /** Swap totals at the start of the last 365, 30, 7 and 1 days, and at shipment; null when unknown. */
  swaps_year: swapCount.nullable(),
  swaps_months_1: swapCount.nullable(),
  swaps_week: swapCount.nullable(),
  swaps_day: swapCount.nullable(),
  swaps_shipment: swapCount.nullable(),
  /** All station errors ever logged, and those logged before shipment. */
  errors_total: z.number().int().nonnegative(),
  errors_shipment: z.number().int().nonnegative().nullable(),
  support_metrics: supportMetrics.optional(),
  last_telemetry_data: telemetrySummary.nullable().optional(),
  config_latest: stationConfig.nullable().optional(),
  ssot_latest: savedEntry.nullable().optional(),
  replaceables_latest: savedEntry.nullable().optional(),
});
export type Station = z.output<typeof station>;

/** A station with its complete last snapshot, for the telemetry dialog. */
export const stationWithSnapshot = station.extend({ last_telemetry_data: snapshot.nullable().optional() });
export type StationWithSnapshot = z.output<typeof stationWithSnapshot>;

/** An item in a list of changes: the caller can no longer see this station. */
export const removedStation = z.object({ name: stationName, removed: z.literal(true) });
export type RemovedStation = z.output<typeof removedStation>;
