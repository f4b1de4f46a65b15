import type { CalendarDate, Timestamp } from "@groundcrew/shared/lib";
import type { StationType } from "@groundcrew/shared/telemetry";

/** What users have entered about a station, and counts derived from it. `…_latest` are JSON text. */
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
  config_latest: string | null;
  ssot_latest: string | null;
  /** The user who saved it. */
  ssot_author: string | null;
  replaceables_latest: string | null;
};

/** What a station itself last reported, without its snapshot. `version` increases with every change. */
export type StationState = {
  version: number;
  linked: boolean;
  last_active: Timestamp | null;
  last_swapped: Timestamp | null;
  last_online: Timestamp | null;
  last_telemetry: Timestamp | null;
  clock_skew_ms: number | null;
  swaps_performed: number;
};

/** The state of a station that has never sent anything. */
export const NO_STATE: StationState = {
  version: -1,
  linked: false,
  last_active: null,
  last_swapped: null,
  last_online: null,
  last_telemetry: null,
  clock_skew_ms: null,
  swaps_performed: 0,
};
