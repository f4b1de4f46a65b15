import { inTransaction, type Db } from "../src/platform/db/index.ts";
import { readinessState } from "@groundcrew/shared/readiness";
import { sql } from "kysely";
import { addRows } from "./hostile-rows.ts";

/**
 * What a page must display as text: elements that would run a script or load something, links that would, expressions of templates, and
 * formulas of spreadsheets. With the number of a row they are short enough for every field.
 */
export const TEXTS = [
  "<img data-hostile src=/x onerror=hostile()>",
  '"><script data-hostile>hostile()</script>',
  "<svg data-hostile onload=hostile()>",
  "<iframe data-hostile srcdoc='<p>hostile'>",
  "<a data-hostile href='javascript:hostile()'>",
  "javascript:hostile()//",
  "[hostile](javascript:hostile())",
  "' onmouseover='hostile()' data-hostile='",
  "{{constructor.constructor('hostile()')()}}",
  "${hostile()}",
  '=HYPERLINK("//x.example/hostile","hostile")',
  "@SUM(1+1)*cmd|' /C hostile'!A0",
  "+1+cmd|' /C hostile'!A0",
  "-1+cmd|' /C hostile'!A0",
  "\t=1+hostile()",
  "＝1+hostile()",
  "<style data-hostile>@import '/hostile.css'",
] as const;

/** Texts that people and stations have written, by table. */
const COLUMNS: Record<string, readonly string[]> = {
  stations: ["serial_number", "description", "location_deployment", "version_api", "edited_by"],
  station_locations: ["street_address"],
  support_log_entries: ["author", "content"],
  support_log_status_changes: ["author"],
  support_log_tags: ["name", "alert_target"],
  station_errors: ["job_id", "job_type", "error_message", "handled_by", "solution", "firmware", "software"],
  station_configs: ["version_api", "version_firmware"],
  ssot_entries: ["author"],
  replaceables_entries: ["author"],
  organizations: ["name"],
  users: ["name"],
  invitations: ["invited_by", "mail_reply"],
  passkeys: ["name"],
  identities: ["email"],
  single_sign_on: ["name", "client_id", "edited_by"],
  api_keys: ["name", "description", "created_by"],
  sessions: ["agent"],
  saved_views: ["name", "changed_by"],
  wallboards: ["name", "last_address"],
  sites: ["name", "place", "note"],
  station_tags: ["note"],
  imports: ["file_name", "created_by", "applied_by", "undone_by", "request_id"],
  import_lines: ["key", "reason"],
  error_groups: [
    "title",
    "job_type",
    "solution",
    "state_reason",
    "changed_by",
    "resolved_by",
    "fixed_from",
    "merge_pattern",
  ],
  error_fingerprints: ["pattern", "job_type"],
  error_fingerprint_stations: ["firmware"],
  error_fingerprint_firmwares: ["firmware"],
  error_group_history: ["author", "note"],
  error_resolutions: ["solution", "author"],
  ownerships: ["by_name", "note"],
  ownership_history: ["author", "owner", "note"],
  alert_rules: ["name", "edited_by", "off_by", "off_reason"],
  alerts: ["title", "plain_title", "detail", "site", "why", "end_reason", "station_title"],
  alert_matches: ["title", "detail", "end_reason"],
  alert_mutes: ["by_name", "why"],
  alert_history: ["what"],
  channels: ["name", "address", "created_by", "paused_by", "pause_reason", "last_failure", "edited_by"],
  devices: ["name", "end_reason"],
  notifications: ["title", "body", "rule", "channel", "person", "device", "why"],
  message_attempts: ["why", "answer"],
  jobs: ["last_error"],
  maintenance_windows: ["why", "by_name", "ended_by"],
  bulk_act_stations: ["detail"],
  readiness_rules: ["changed_by"],
  readiness_ignored: ["why", "by_name"],
  quarantined_events: ["event_id", "detail", "payload"],
  csp_violations: ["directive", "blocked", "source", "page"],
  backups: ["file", "failure"],
  readiness_changes: ["cause"],
  readiness_causes: ["title"],
  swap_attempts: ["job_id", "firmware"],
  swap_days: ["firmware"],
  swap_hours: ["firmware"],
  swap_thirds: ["firmware"],
  swap_totals: ["firmware"],
};

/** JSON with texts of people and stations. */
const JSON_COLUMNS: Record<string, readonly string[]> = {
  station_snapshots: ["snapshot"],
  station_states: ["capabilities"],
  station_configs: ["streaming_turn"],
  ssot_entries: ["entry"],
  error_groups: ["archive"],
  error_group_history: ["details"],
  jobs: ["payload"],
  station_readiness: ["evaluated"],
  readiness_changes: ["reasons"],
};

/** Fields in that JSON that are any text. */
const TEXT_FIELDS = new Set(
  "name path error road city county state country notes tags address production_run_version stun_url turn_url turn_protocol why by newer_than title lines job group word message cameras".split(
    " ",
  ),
);

/** Tables that no page displays, and the audit log, which `addActs` fills. */
const OTHER_TABLES = new Set(
  "audit_entries captures idempotency_keys image_uploads internal_prefix migrations station_events streams support_log_alerts swap_pieces swap_progress throttles viewers".split(
    " ",
  ),
);

/** Columns with codes, ids, checked addresses, secrets or numbers, and those that `addRows` and `makeOthersHostile` make hostile. */
const OTHER_COLUMNS: Record<string, readonly string[]> = {
  alert_conditions: ["subject"],
  availability_months: ["days", "incidents", "lost", "rule_changes", "stations", "swaps"],
  alert_matches: ["end_cause", "held", "severity"],
  alert_mutes: ["severity"],
  alert_rules: ["condition", "group_by", "kind", "members", "quiet", "scope", "severity", "steps"],
  alerts: ["end_cause", "kind", "members", "severity", "subject"],
  api_keys: ["addresses", "kind", "last_used_from", "scopes"],
  bulk_act_stations: ["reason", "state", "undo"],
  bulk_acts: ["kind", "request"],
  audit_checks: ["reason", "verified_hash"],
  camera_images: ["camera_id", "file"],
  channel_tests: ["action"],
  channels: ["kind"],
  device_tests: ["action"],
  devices: ["endpoint", "endpoint_hash"],
  error_fingerprints: ["digest", "station_type"],
  error_group_history: ["kind"],
  error_groups: ["changed_action", "ended_effect", "readiness_effect", "state", "station_type"],
  import_lines: ["changes", "name", "result", "rev"],
  imports: ["columns", "counts", "delimiter", "encoding", "examples", "fields", "kind", "station_type", "titles"],
  installation: ["id"],
  invitations: ["email"],
  jobs: ["key", "kind", "outcome", "receiver", "subject"],
  limited_stations: ["limited_by"],
  message_attempts: ["message_id"],
  notifications: ["group_key", "message_id", "path", "recipient", "result", "type"],
  passkeys: ["credential_id", "transports"],
  identities: ["issuer", "subject"],
  single_sign_on: ["issuer", "manager_values", "role_claim"],
  single_sign_on_domains: ["domain"],
  pending_logins: ["signed_in_by"],
  ownership_history: ["action", "ended", "kind", "subject"],
  ownerships: ["kind", "previous", "subject"],
  quarantined_events: ["reason"],
  quiet_hours: ["ends", "starts", "zone"],
  readiness_charges: ["station_type"],
  readiness_despite: ["rule"],
  readiness_ignored: ["code", "effect"],
  readiness_rules: ["rules", "station_type"],
  readiness_rule_changes: ["after", "before", "station_type"],
  replaceables_entries: ["entry"],
  readiness_causes: ["state"],
  readiness_changes: ["state"],
  restores: ["version"],
  station_configs: ["offsets", "positions", "unit_configs"],
  station_errors: ["event_id"],
  station_history: ["door", "pad"],
  station_history_rollups: ["door", "pad"],
  station_history_spans: ["door", "pad"],
  station_locations: ["purpose"],
  station_readiness: ["changed_by"],
  station_states: ["batteries", "changed_by", "invalid_messages"],
  sessions: ["ip", "second_step", "signed_in_by"],
  sites: ["time_zone"],
  station_tags: ["meaning", "name"],
  stations: ["api_password_hash", "hexone_uri_base", "name", "station_type"],
  support_log_entries: ["status"],
  support_log_status_changes: ["status_after", "status_before"],
  swap_attempts: ["outcome", "station_type"],
  swap_days: ["station_type"],
  swap_hours: ["station_type"],
  swap_thirds: ["station_type"],
  swap_totals: ["station_type"],
  topic_subscriptions: ["topic"],
  users: ["email", "google_sub", "password_hash", "theme", "time_zone", "units"],
  saved_views: ["settings"],
  wallboards: ["pages", "theme", "token_name", "view"],
};

/**
 * Replaces what people and stations have written by hostile texts, each unlike the others. Returns the columns without one: listed ones that
 * are empty, and those that are in none of the lists above.
 */
export async function makeHostile(db: Db): Promise<string[]> {
  await addRows(db);
  const unchanged: string[] = [];
  for (const [table, columns] of Object.entries(COLUMNS)) {
    for (const column of columns) {
      const text = sql`(${sql.val(TEXTS)}::text[])[1 + abs(hashtext(${column}::text || ctid::text)) % ${TEXTS.length}::int] || ' ' || ${ROW_NUMBER}`;
      // A tag has no spaces, which HTML does not need either.
      const value = table === "support_log_tags" ? sql`regexp_replace(${text}, '[\\s,]', '/', 'g')` : text;
      const { numAffectedRows } = await sql`
        update ${sql.table(table)} set ${sql.ref(column)} = ${value} where ${sql.ref(column)} is not null`.execute(db);
      if (numAffectedRows === 0n) unchanged.push(`${table}.${column}`);
    }
  }
  for (const [table, columns] of Object.entries(JSON_COLUMNS)) {
    for (const column of columns) {
      if (!(await makeJsonHostile(db, table, column))) unchanged.push(`${table}.${column}`);
    }
  }
  await makeOthersHostile(db);
  await addActs(db);
  return [...unchanged, ...(await unlistedColumns(db))];
}

/** Columns in which not every text is possible. */
async function makeOthersHostile(db: Db): Promise<void> {
  // The database refuses other protocols.
  const hexone_uri_base = `https://elsewhere.example/'"><img data-hostile src=/x onerror=hostile()>`;
  await db.updateTable("stations").set({ hexone_uri_base }).execute();
  // Positions are numbers, but their names are the station's.
  for (const text of TEXTS) {
    await sql`
      update station_configs set positions = positions || jsonb_build_object(${text}::text, 1), offsets = offsets || jsonb_build_object(${text}::text, 1)
      where id in (select max(id) from station_configs group by station_name)`.execute(db);
  }
}

/** Adds entries of the audit log, which are never changed. */
async function addActs(db: Db): Promise<void> {
  const acts = TEXTS.map((text, nth) => ({
    actor_kind: "user" as const,
    actor: text,
    ip: text,
    agent: text,
    request_id: `${nth} ${text}`,
    action: "editStation",
    target: [text, `station "${text}"`, `alert ${text}`, `error group ${text}`][nth % 4] ?? text,
    before: JSON.stringify({ why: text }),
    after: JSON.stringify({ why: `${text} 1`, [text]: [text] }),
  }));
  await db.insertInto("audit_entries").values(acts).execute();
}

/** The number of a row in its table. */
const ROW_NUMBER = sql`((ctid::text::point)[0]::int * 1000 + (ctid::text::point)[1]::int)`;

/** Whether a row has changed. */
async function makeJsonHostile(db: Db, table: string, column: string): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{ place: string; text: string }>`
      select ctid::text as place, ${sql.ref(column)}::text as text from ${sql.table(table)}
      where ${sql.ref(column)} is not null for update`.execute(tx);
    let isChanged = false;
    for (const [nth, { place, text }] of rows.entries()) {
      const [before, after] = [JSON.stringify(JSON.parse(text)), JSON.stringify(replaceTexts(JSON.parse(text), nth))];
      if (before === after) continue;
      isChanged = true;
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${after} where ctid = ${place}::tid`.execute(tx);
    }
    return isChanged;
  });
}

/** The state of an address is any text, and that of a station's readiness a code. */
function isText(field: string, value: string): boolean {
  return TEXT_FIELDS.has(field) && !(field === "state" && readinessState.safeParse(value).success);
}

function replaceTexts(value: unknown, nth: number, field = ""): unknown {
  if (typeof value === "string") return isText(field, value) ? TEXTS[nth % TEXTS.length] : value;
  if (Array.isArray(value)) return value.map((item, at) => replaceTexts(item, nth + at, field));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item], at) => [name, replaceTexts(item, nth + at, name)]),
  );
}

/** Columns with texts or JSON that are in none of the lists. Names of stations are ids. */
async function unlistedColumns(db: Db): Promise<string[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = current_schema() and udt_name in ('text', '_text', 'json', 'jsonb')
      and not (select relispartition from pg_class where oid = table_name::regclass)
    order by 1, 2`.execute(db);
  const lists = [COLUMNS, JSON_COLUMNS, OTHER_COLUMNS];
  return rows
    .filter(({ table, column }) => !OTHER_TABLES.has(table) && column !== "station_name")
    .filter(({ table, column }) => !lists.some((list) => list[table]?.includes(column)))
    .map(({ table, column }) => `${table}.${column}`);
}
