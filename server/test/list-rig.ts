import { request, type IncomingMessage } from "node:http";
import { pino } from "pino";
import { afterAll } from "vitest";
import type { Db } from "../src/platform/db/index.ts";
import { Board, startCatchUp } from "../src/stations/index.ts";
import { testDatabase } from "./database.ts";
import { apiKeyOf } from "./identify.ts";
import { addOrganization, addStation } from "./stations.ts";
import { stationsApp, userOf } from "./stations-app.ts";

/** A row as a caller receives it. */
export type Row = Record<string, unknown> & { name: string };

/**
 * Four stations of two organizations on a real server: `gc-a` (Harbor Air) and `gc-c` (Skyline) with everything that a row can
 * show, `gc-b` that never connected and `gc-old` that is retired (both Harbor Air). The clock stands still until a test advances
 * it.
 */
export async function openListRig() {
  const { db, url: databaseUrl } = await testDatabase();
  const provider = await addOrganization(db, "Groundcrew");
  const harbor = await addOrganization(db, "Harbor Air");
  const skyline = await addOrganization(db, "Skyline");
  await addStation(db, { name: "gc-a", org_id: harbor, hexone_uri_base: "https://a.example", shipped: "2025-02-03" });
  await addStation(db, { name: "gc-b", org_id: harbor, description: "Zürich “North”", actual: false });
  await addStation(db, { name: "gc-c", org_id: skyline, station_type: "global" });
  await addStation(db, { name: "gc-old", org_id: harbor, retired: "2026-01-01T00:00:00.000Z" });
  await fill(db, "gc-a");
  await fill(db, "gc-c");
  const clock = { now: Date.parse("2026-03-01T12:00:00.000Z") };
  const board = new Board(() => clock.now);
  const { refresh, stop } = await startCatchUp({
    db,
    url: databaseUrl,
    board,
    server: "this one",
    log: pino({ level: "silent" }),
  });
  afterAll(stop);
  const app = await stationsApp(db, board, {
    admin: userOf(provider, { provider: true, can_admin: true }),
    staff: userOf(provider, { provider: true }),
    harbor: userOf(harbor),
    skyline: userOf(skyline),
    key: apiKeyOf(harbor),
  });
  // Later than the overlap, so that a list of changes doesn't reach back to before the board was started.
  clock.now += 60_000;

  // Over a port, because conditional requests may be answered before the framework gets them.
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  afterAll(() => app.close());

  /** The response that `who` gets for a path below `/api/stations`, or for a whole one. */
  async function get(who: string, path = "", headers: Record<string, string> = {}) {
    const reply = await send(`${url}${path.startsWith("/api") ? "" : "/api/stations"}${path}`, {
      cookie: who,
      ...headers,
    });
    const body = reply.bytes.toString("utf8");
    return {
      ...reply,
      etag: String(reply.headers.etag),
      body,
      rows: (): Row[] => JSON.parse(body),
      row: (): Row => JSON.parse(body),
    };
  }

  return { db, clock, refresh, get, harbor, skyline };
}

/** A reply with its bytes as they were sent. */
async function send(url: string, headers: Record<string, string>) {
  const reply = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { headers }, resolve).on("error", reject).end();
  });
  const chunks: Uint8Array[] = [];
  for await (const chunk of reply) chunks.push(chunk);
  return { status: reply.statusCode, headers: reply.headers, bytes: Buffer.concat(chunks) };
}

/** Gives a station everything that its row can show. */
async function fill(db: Db, name: string): Promise<void> {
  const time = "2026-02-28T10:00:00.000Z";
  const extra = { internal_hint: "not part of the list" };
  const snapshot = { time: 1, motors: [{ name: "m" }], status: { door: "open", network_name: "lan" }, ...extra };
  await db
    .insertInto("station_states")
    .values({
      station_name: name,
      linked: true,
      last_active: time,
      last_telemetry: time,
      swaps_performed: 12,
      swaps_week: 10,
      clock_skew_ms: -3,
    })
    .execute();
  await db
    .insertInto("station_snapshots")
    .values({ station_name: name, snapshot: JSON.stringify(snapshot) })
    .execute();
  await db
    .insertInto("station_locations")
    .values({ station_name: name, purpose: "service", lat: 47.5, lng: 8.25 })
    .execute();
  await db
    .insertInto("station_errors")
    .values([
      { station_name: name, error_message: "One", time_logged: time, time_handled: time, solution: "Done it well." },
      { station_name: name, error_message: "Two", time_logged: time, occurred: "2026-02-28T09:59:00.000Z" },
    ])
    .execute();
  await db
    .insertInto("support_log_entries")
    .values({ station_name: name, author: "admin", status: "incident_pending_urgent", content: "Look." })
    .execute();
  await db
    .insertInto("station_configs")
    .values({
      station_name: name,
      created: time,
      seen: time,
      version_api: "1",
      version_firmware: "2",
      positions: JSON.stringify({ Home: 1 }),
      offsets: "{}",
      unit_configs: "[true]",
    })
    .execute();
  for (const table of ["ssot_entries", "replaceables_entries"] as const) {
    const entry = JSON.stringify({ notes: "ours" });
    await db.insertInto(table).values({ station_name: name, created: time, author: "admin", entry }).execute();
  }
}
