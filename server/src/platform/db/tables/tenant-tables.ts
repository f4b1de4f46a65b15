import type { CalendarDate, Timestamp } from "@groundcrew/shared/lib";
import type { Generated } from "kysely";

/**
 * Tables of stations and everything that belongs to them, accessible only through a scope. Times are ISO text (see `platform/db/connect.ts`),
 * `bigint` columns are numbers, `json` columns contain parsed JSON.
 */
export type TenantTables = {
  stations: {
    name: string;
    serial_number: string;
    description: Generated<string>;
    station_type: "atlas" | "universal" | "global";
    org_id: number;
    location_deployment: Generated<string>;
    actual: Generated<boolean>;
    telemetry_enabled: Generated<boolean>;
    api_password_hash: string | null;
    hexone_uri_base: string | null;
    version_api: Generated<string>;
    shipped: CalendarDate | null;
    created: Generated<Timestamp>;
    retired: Timestamp | null;
    edited: Timestamp | null;
    edited_by: string | null;
    changed_xid: Generated<string>;
    is_triaged: Generated<boolean>;
    maintenance_id: number | null;
    site_id: number | null;
  };
  sites: {
    id: Generated<number>;
    org_id: number;
    name: string;
    place: Generated<string>;
    lat: number | null;
    lng: number | null;
    radius_m: Generated<number>;
    time_zone: string | null;
    note: Generated<string>;
    rev: Generated<number>;
  };
  station_tags: {
    id: Generated<number>;
    org_id: number;
    name: string;
    meaning: "plain" | "caution";
    note: Generated<string>;
    rev: Generated<number>;
  };
  tagged_stations: { station_name: string; tag_id: number };
  unsuggested_stations: { station_name: string };
  station_locations: {
    id: Generated<number>;
    station_name: string;
    purpose: "rough_adjust" | "service";
    lat: number | null;
    lng: number | null;
    street_address: string | null;
    created: Generated<Timestamp>;
  };
  station_states: {
    station_name: string;
    boot: Generated<number>;
    seq: Generated<number>;
    born_seq: Generated<number>;
    epoch: Generated<number>;
    linked: Generated<boolean>;
    last_active: Timestamp | null;
    last_swapped: Timestamp | null;
    last_online: Timestamp | null;
    last_telemetry: Timestamp | null;
    clock_skew_ms: number | null;
    swaps_performed: Generated<number>;
    swaps_reported: number | null;
    swaps_by_events: Generated<boolean>;
    swaps_by_counter: number | null;
    batteries: string | null;
    invalid_messages: string | null;
    swaps_differ_since: Timestamp | null;
    capabilities: unknown;
    swaps_year: number | null;
    swaps_months_3: number | null;
    swaps_months_1: number | null;
    swaps_week: number | null;
    swaps_day: number | null;
    swaps_shipment: number | null;
    errors_shipment: number | null;
    changed_xid: Generated<string>;
    changed_by: string | null;
    version: Generated<number>;
  };
  station_snapshots: { station_name: string; snapshot: string };
  station_history: {
    station_name: string;
    minute: Timestamp;
    swaps_performed: number;
    error_count: number;
    online: boolean;
    door: "open" | "closed" | "unknown";
    pad: "occupied" | "empty" | "unknown";
    door_reported: Generated<boolean>;
    pad_reported: Generated<boolean>;
    has_error: Generated<boolean>;
  };
  support_log_entries: {
    id: Generated<number>;
    station_name: string;
    parent_id: number | null;
    author: string;
    status: string;
    content: string;
    public: Generated<boolean>;
    created: Generated<Timestamp>;
  };
  support_log_entry_tags: { entry_id: number; tag_id: number };
  support_log_alerts: { id: Generated<number>; entry_id: number; target: string; created: Generated<Timestamp> };
  station_errors: {
    id: Generated<number>;
    station_name: string;
    event_id: string | null;
    job_id: string | null;
    job_type: string | null;
    error_message: string;
    occurred: Timestamp | null;
    time_logged: Generated<Timestamp>;
    time_handled: Timestamp | null;
    handled_by: string | null;
    solution: string | null;
    supportlog_entry_id: number | null;
    fingerprint_id: number | null;
    firmware: string | null;
    software: string | null;
  };
  station_configs: {
    id: Generated<number>;
    station_name: string;
    created: Timestamp;
    seen: Timestamp;
    version_api: string;
    version_firmware: string;
    positions: unknown;
    offsets: unknown;
    unit_configs: unknown;
    streaming_turn: unknown;
  };
  ssot_entries: { station_name: string; created: Timestamp; author: string; entry: unknown };
  replaceables_entries: { station_name: string; created: Timestamp; author: string; entry: unknown };
  captures: {
    id: string;
    station_name: string;
    lights_on: boolean;
    created: Timestamp;
    /** When the server stopped waiting for the capture; null while it is in progress. */
    ended: Timestamp | null;
  };
  image_uploads: {
    token_hash: Uint8Array;
    capture_id: string;
    camera_id: string;
    file: string;
    expires: Timestamp;
    arrived: Timestamp | null;
  };
  camera_images: {
    station_name: string;
    camera_id: string;
    file: string;
    bytes: number;
    requested: Timestamp;
    last_modified: Timestamp;
  };
  streams: {
    id: string;
    station_name: string;
    user_id: number | null;
    session_hash: Uint8Array | null;
    opened: Timestamp;
    last_heartbeat: Timestamp;
    candidates: Generated<number>;
    ended: Timestamp | null;
  };
};
