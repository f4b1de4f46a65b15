import type { Db } from "../src/db/index.ts";
import { sql } from "kysely";

/**
 * What a page must display as text: elements that would run a script or load something, links that would, expressions of templates, and
 * formulas of spreadsheets. With the number of a row they are short enough for every field.
 */
const TEXTS = [
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
  support_log_tags: ["name"],
  station_errors: ["job_id", "job_type", "error_message", "handled_by", "solution", "firmware", "software"],
  station_configs: ["version_api", "version_firmware"],
  ssot_entries: ["author"],
  replaceables_entries: ["author"],
  organizations: ["name"],
  users: ["name"],
  api_keys: ["name", "description", "created_by"],
  error_groups: ["title", "job_type", "solution", "state_reason"],
  error_fingerprints: ["pattern", "job_type"],
  alert_rules: ["name", "edited_by"],
  alerts: ["title", "detail", "site"],
  channels: ["name", "created_by"],
  notifications: ["title", "body", "channel", "person"],
};

/** Fields of a snapshot, and of the entries that describe a station's hardware, that are any text. */
const TEXT_FIELDS = new Set(["name", "path", "error", "road", "city", "county", "state", "country", "notes", "tags"]);

/** Replaces what people and stations have written by hostile texts, each unlike the others; returns the columns that have some now. */
export async function makeHostile(db: Db): Promise<string[]> {
  const changed: string[] = [];
  for (const [table, columns] of Object.entries(COLUMNS)) {
    for (const column of columns) {
      const text = sql`(${sql.val(TEXTS)}::text[])[1 + abs(hashtext(${column}::text || ctid::text)) % ${TEXTS.length}::int] || ' ' || (ctid::text::point)[1]::int`;
      // A tag has no spaces, which HTML does not need either.
      const value = table === "support_log_tags" ? sql`regexp_replace(${text}, '[\\s,]', '/', 'g')` : text;
      const { numAffectedRows } = await sql`
        update ${sql.table(table)} set ${sql.ref(column)} = ${value} where ${sql.ref(column)} is not null`.execute(db);
      if ((numAffectedRows ?? 0n) > 0n) changed.push(`${table}.${column}`);
    }
  }
  await makeSnapshotsHostile(db);
  // The database refuses other protocols.
  const hexone_uri_base = `https://elsewhere.example/'"><img data-hostile src=/x onerror=hostile()>`;
  await db.updateTable("stations").set({ hexone_uri_base }).execute();
  return changed;
}

async function makeSnapshotsHostile(db: Db): Promise<void> {
  const rows = await db.selectFrom("station_snapshots").selectAll().execute();
  for (const [nth, { station_name, snapshot }] of rows.entries()) {
    const hostile = JSON.stringify(replaceTexts(JSON.parse(snapshot), nth));
    await db
      .updateTable("station_snapshots")
      .set({ snapshot: hostile })
      .where("station_name", "=", station_name)
      .execute();
  }
}

function replaceTexts(value: unknown, nth: number, field = ""): unknown {
  if (typeof value === "string") return TEXT_FIELDS.has(field) ? TEXTS[nth % TEXTS.length] : value;
  if (Array.isArray(value)) return value.map((item, at) => replaceTexts(item, nth + at, field));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item], at) => [name, replaceTexts(item, nth + at, name)]),
  );
}
