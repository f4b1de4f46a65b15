import { sql, type SelectType } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "../../test/database.ts";
import type { Database } from "./schema.ts";

type Nullability<Value> = unknown extends Value
  ? "required" | "nullable"
  : null extends Value
    ? "nullable"
    : "required";

/** The types of `schema.ts` as values: does not compile when a column is missing, too many, or nullable by mistake. */
type Columns = {
  [Table in keyof Database]: {
    [Column in keyof Database[Table]]: Nullability<SelectType<Database[Table][Column]>>;
  };
};

const columns: Columns = {
  api_keys: {
    id: "required",
    org_id: "required",
    name: "required",
    description: "required",
    kind: "required",
    secret_hash: "required",
    created: "required",
    created_by: "required",
    last_used: "nullable",
  },
  audit_entries: {
    id: "required",
    at: "required",
    actor_kind: "required",
    actor: "required",
    ip: "nullable",
    request_id: "required",
    action: "required",
    target: "required",
    org_id: "nullable",
    actor_org_id: "nullable",
    before: "nullable",
    after: "nullable",
  },
  history_thinning: { only_one: "required", until: "required" },
  camera_images: {
    station_name: "required",
    camera_id: "required",
    file: "required",
    bytes: "required",
    asked: "required",
    last_modified: "required",
  },
  captures: { id: "required", station_name: "required", lights_on: "required", created: "required" },
  idempotency_keys: {
    principal: "required",
    action: "required",
    key: "required",
    request_hash: "required",
    status: "required",
    body: "nullable",
    created: "required",
  },
  image_uploads: {
    token_hash: "required",
    capture_id: "required",
    camera_id: "required",
    file: "required",
    expires: "required",
    arrived: "nullable",
  },
  jobs: {
    id: "required",
    kind: "required",
    payload: "required",
    subject: "nullable",
    created: "required",
    run_after: "required",
    attempts: "required",
    leased_until: "nullable",
    last_error: "nullable",
    ended: "nullable",
    outcome: "nullable",
  },
  password_codes: { user_id: "required", code_hash: "required", created: "required", expires: "required" },
  throttles: { bucket: "required", attempts: "required", next_attempt: "required", last_attempt: "required" },
  migrations: { name: "required", checksum: "required", applied: "required" },
  organization_history: { org_id: "required", time: "required", activity: "required", online: "required" },
  organizations: { id: "required", name: "required", created: "required" },
  replaceables_entries: { station_name: "required", created: "required", author: "required", entry: "required" },
  sessions: {
    token_hash: "required",
    user_id: "required",
    created: "required",
    last_used: "required",
    expires: "required",
  },
  quarantined_events: {
    station_name: "required",
    fingerprint: "required",
    event_id: "nullable",
    reason: "required",
    detail: "required",
    payload: "required",
    bytes: "required",
    first_received: "required",
    last_received: "required",
    times: "required",
  },
  station_events: {
    id: "required",
    station_name: "required",
    event_id: "required",
    kind: "required",
    happened: "required",
    received: "required",
    facts: "required",
  },
  ssot_entries: { station_name: "required", created: "required", author: "required", entry: "required" },
  station_configs: {
    id: "required",
    station_name: "required",
    created: "required",
    seen: "required",
    version_api: "required",
    version_firmware: "required",
    positions: "required",
    offsets: "required",
    unit_configs: "required",
    streaming_turn: "nullable",
  },
  station_errors: {
    id: "required",
    station_name: "required",
    event_id: "nullable",
    job_id: "nullable",
    job_type: "nullable",
    error_message: "required",
    occurred: "nullable",
    time_logged: "required",
    time_handled: "nullable",
    handled_by: "nullable",
    solution: "nullable",
    supportlog_entry_id: "nullable",
  },
  station_snapshots: { station_name: "required", snapshot: "required" },
  station_history: {
    station_name: "required",
    minute: "required",
    swaps_performed: "required",
    error_count: "required",
    online: "required",
    door: "required",
    pad: "required",
    door_told: "required",
    pad_told: "required",
  },
  station_locations: {
    id: "required",
    station_name: "required",
    purpose: "required",
    lat: "nullable",
    lng: "nullable",
    street_address: "nullable",
    created: "required",
  },
  station_states: {
    station_name: "required",
    boot: "required",
    seq: "required",
    born_seq: "required",
    linked: "required",
    last_active: "nullable",
    last_swapped: "nullable",
    last_online: "nullable",
    last_telemetry: "nullable",
    clock_skew_ms: "nullable",
    swaps_performed: "required",
    swaps_reported: "nullable",
    swaps_by_events: "required",
    capabilities: "nullable",
    swaps_year: "nullable",
    swaps_months_3: "nullable",
    swaps_months_1: "nullable",
    swaps_week: "nullable",
    swaps_day: "nullable",
    swaps_shipment: "nullable",
    errors_shipment: "nullable",
    changed_xid: "required",
    changed_by: "nullable",
    version: "required",
  },
  stations: {
    name: "required",
    serial_number: "required",
    description: "required",
    station_type: "required",
    org_id: "required",
    location_deployment: "required",
    actual: "required",
    telemetry_enabled: "required",
    api_password_hash: "nullable",
    hexone_uri_base: "nullable",
    version_api: "required",
    shipped: "nullable",
    created: "required",
    retired: "nullable",
    changed_xid: "required",
  },
  streams: {
    id: "required",
    station_name: "required",
    user_id: "required",
    session_hash: "nullable",
    opened: "required",
    last_heartbeat: "required",
    candidates: "required",
    ended: "nullable",
  },
  support_log_alerts: { id: "required", entry_id: "required", target: "required", created: "required" },
  support_log_entries: {
    id: "required",
    station_name: "required",
    parent_id: "nullable",
    author: "required",
    status: "required",
    content: "required",
    public: "required",
    created: "required",
  },
  support_log_entry_tags: { entry_id: "required", tag_id: "required" },
  support_log_tags: {
    id: "required",
    name: "required",
    alerting: "required",
    canonical_id: "nullable",
    alert_target: "nullable",
    created: "required",
  },
  users: {
    id: "required",
    email: "required",
    name: "required",
    org_id: "required",
    can_manage: "required",
    can_admin: "required",
    password_hash: "nullable",
    google_sub: "nullable",
    created: "required",
  },
};

const { db } = await testDatabase();

test("schema.ts names the tables, columns and nullability that the migrations leave", async () => {
  const found = await sql<{ table_name: string; column_name: string; is_nullable: string }>`
    select table_name, column_name, is_nullable from information_schema.columns
    where table_schema = 'public' order by table_name, column_name`.execute(db);
  const actual: Record<string, Record<string, string>> = {};
  for (const { table_name, column_name, is_nullable } of found.rows) {
    const table = (actual[table_name] ??= {});
    table[column_name] = is_nullable === "YES" ? "nullable" : "required";
  }
  expect(columns).toEqual(actual);
});
