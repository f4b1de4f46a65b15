import type { CalendarDate, Timestamp } from "@groundcrew/shared/lib";
import type { Generated } from "kysely";

/**
 * The tables as the migrations leave them; a test compares both. Times are ISO text (see `db/database.ts`), `bigint`
 * columns are numbers, `json` columns hold what they hold.
 */
export type Database = {
  /** Which migrations were applied, with the checksum of their text then. */
  migrations: { name: string; checksum: string; applied: Generated<Timestamp> };
  organizations: {
    id: Generated<number>;
    name: string;
    is_provider: Generated<boolean>;
    created: Generated<Timestamp>;
  };
  users: {
    id: Generated<number>;
    email: string;
    name: Generated<string>;
    org_id: number;
    can_manage: Generated<boolean>;
    can_admin: Generated<boolean>;
    password_hash: string | null;
    google_sub: string | null;
    created: Generated<Timestamp>;
  };
  invitations: {
    org_id: number;
    email: string;
    can_manage: Generated<boolean>;
    invited_by: string;
    sent: Timestamp;
    expires: Timestamp;
    mailed: Timestamp | null;
    code_hash: Uint8Array | null;
  };
  sessions: {
    token_hash: Uint8Array;
    user_id: number;
    created: Generated<Timestamp>;
    last_used: Generated<Timestamp>;
    expires: Timestamp;
  };
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
  };
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
    door_told: Generated<boolean>;
    pad_told: Generated<boolean>;
  };
  history_thinning: { only_one: Generated<boolean>; until: Timestamp };
  organization_history: { org_id: number; time: Timestamp; activity: number; online: number };
  support_log_tags: {
    id: Generated<number>;
    name: string;
    alerting: Generated<boolean>;
    canonical_id: number | null;
    alert_target: string | null;
    created: Generated<Timestamp>;
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
  support_log_status_changes: {
    id: Generated<number>;
    entry_id: number;
    author: string;
    status_before: string;
    status_after: string;
    changed: Generated<Timestamp>;
  };
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
  };
  station_error_counts: {
    station_name: string;
    errors_total: number;
    errors_unresolved: number;
    error_latest: Timestamp | null;
  };
  station_error_days: { station_name: string; day: CalendarDate; errors: number };
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
  station_events: {
    id: Generated<number>;
    station_name: string;
    event_id: string;
    kind: string;
    happened: Timestamp;
    received: Generated<Timestamp>;
    facts: unknown;
  };
  limited_stations: {
    station_name: string;
    since: Timestamp;
    last_limited: Timestamp;
    per_minute: number;
    limited_by: "events_per_minute" | "errors_per_day";
  };
  quarantined_events: {
    station_name: string;
    fingerprint: Uint8Array;
    event_id: string | null;
    reason: string;
    detail: string;
    payload: string;
    bytes: number;
    first_received: Timestamp;
    last_received: Timestamp;
    times: Generated<number>;
  };
  ssot_entries: { station_name: string; created: Timestamp; author: string; entry: unknown };
  replaceables_entries: { station_name: string; created: Timestamp; author: string; entry: unknown };
  audit_entries: {
    id: Generated<number>;
    at: Generated<Timestamp>;
    actor_kind: "user" | "api_key" | "station" | "anonymous" | "server";
    actor: string;
    ip: string | null;
    request_id: string;
    action: string;
    target: string;
    org_id: number | null;
    actor_org_id: number | null;
    before: unknown;
    after: unknown;
  };
  idempotency_keys: {
    principal: string;
    action: string;
    key: string;
    request_hash: Uint8Array;
    status: number;
    body: string | null;
    created: Generated<Timestamp>;
    provisional_until: Timestamp | null;
  };
  jobs: {
    id: Generated<number>;
    kind: string;
    payload: unknown;
    subject: string | null;
    created: Generated<Timestamp>;
    run_after: Generated<Timestamp>;
    attempts: Generated<number>;
    leased_until: Timestamp | null;
    last_error: string | null;
    ended: Timestamp | null;
    outcome: "done" | "given_up" | null;
  };
  password_codes: { user_id: number; code_hash: Uint8Array; created: Timestamp; expires: Timestamp };
  throttles: { bucket: string; attempts: number; next_attempt: Timestamp; last_attempt: Timestamp };
  api_keys: {
    id: Generated<number>;
    org_id: number;
    name: string;
    description: string;
    kind: Generated<"general">;
    secret_hash: Uint8Array;
    created: Generated<Timestamp>;
    created_by: string;
    last_used: Timestamp | null;
  };
  captures: {
    id: string;
    station_name: string;
    lights_on: boolean;
    created: Timestamp;
    /** When nobody waited for it any more; null while it is under way. */
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
    asked: Timestamp;
    last_modified: Timestamp;
  };
  csp_violations: {
    directive: string;
    blocked: string;
    source: string;
    line: number;
    page: string;
    first_reported: Timestamp;
    last_reported: Timestamp;
    times: number;
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
