import { sql } from "kysely";
import { setTimeout as after } from "node:timers/promises";
import type { MqttClient } from "mqtt";
import { expect, test } from "vitest";
import { addLoad, expectEverythingOnce, RECONNECTING, startLoad } from "./crash-load.ts";
import { testDatabase } from "./database.ts";
import { REPORTS_EVENTS, swap } from "./event-rig.ts";
import { SERVERS } from "./haproxy.ts";
import { openOwnedServers, untilBorn } from "./owned-servers.ts";
import { closeOf, connectStation, sendMessage } from "./station.ts";
import { birthOf, envelope, eventOf, teleOf } from "./stations.ts";

const { db, url: DATABASE_URL } = await testDatabase();
const NAMES = Array.from({ length: 30 }, (_, index) => `gc-${String(index).padStart(12, "0")}`);
/** Has a connection that does not end while its server is frozen, because it does not go through HAProxy. */
const DIRECT = "gc-00000000d1ec";
/** `npm run test:deep` sets it. */
const FROZEN_MS = Number(process.env["FROZEN_SERVER_S"] ?? 8) * 1_000;

/** Everything that messages of stations change, as text. */
async function stored(): Promise<string[]> {
  const found = await sql<{ row: string }>`
    select concat_ws(' ', s.station_name, s.epoch, s.version, s.boot, s.seq, s.linked, s.last_active, s.last_online, s.swaps_performed,
      md5(p.snapshot::text),
      (select count(*) from station_events e where e.station_name = s.station_name),
      (select count(*) from station_errors e where e.station_name = s.station_name),
      (select string_agg(h::text, ' ' order by h.minute) from station_history h where h.station_name = s.station_name)) as row
    from station_states s left join station_snapshots p using (station_name) order by s.station_name`.execute(db);
  return found.rows.map(({ row }) => row);
}

/** The same once it no longer changes, because the servers have stored everything that they had received, and counted late events in the history. */
async function lastStored(): Promise<string[]> {
  let last = await stored();
  for (;;) {
    await after(2_000);
    const now = await stored();
    const late = await sql`select from station_history_late limit 1`.execute(db);
    if (late.rows.length === 0 && now.join("\n") === last.join("\n")) return now;
    last = now;
  }
}

async function sendBirth(client: MqttClient, seq: number): Promise<void> {
  await sendMessage(
    client,
    "birth",
    birthOf(envelope(1, seq), { swaps_performed: 5 }, { capabilities: REPORTS_EVENTS }),
  );
  const isBorn = async () => {
    const { rows } = await sql<{ seq: number }>`select seq from station_states where station_name = ${DIRECT}`.execute(
      db,
    );
    return rows[0]?.seq;
  };
  await expect.poll(isBorn, RECONNECTING).toBe(seq);
}

test(`of three servers behind HAProxy, one is frozen for ${FROZEN_MS / 1_000} s: its stations move, and nothing that it writes late is stored`, async ({
  onTestFinished,
}) => {
  const servers = await openOwnedServers(DATABASE_URL);
  onTestFinished(() => servers.stop());
  const { haproxy } = servers;
  await addLoad(db, [...NAMES, DIRECT]);
  const load = await startLoad({ url: haproxy.url, brokerPort: haproxy.stations, seed: 1, names: NAMES, everyMs: 50 });
  onTestFinished(() => load.stop());
  await untilBorn(load);
  const [victim] = SERVERS;
  const frozen = servers.named(victim);
  const direct = await connectStation(frozen.address.brokerPort, DIRECT);
  await sendBirth(direct, 1);
  const owners = await haproxy.owners();
  const own = load.stations.filter(({ name }) => owners.get(name) === victim);
  expect(own.length).toBeGreaterThan(0);

  const frozenAt = performance.now();
  frozen.signal("SIGSTOP");
  onTestFinished(() => frozen.signal("SIGCONT"));
  await expect.poll(() => haproxy.isUp(victim), { ...RECONNECTING, interval: 20 }).toBe(false);
  const downMs = Math.round(performance.now() - frozenAt);
  // They wait in the frozen server's sockets. Their numbers are higher than those of all messages over the new connection.
  const late = [
    sendMessage(direct, "tele", teleOf(envelope(2, 9), { swaps_performed: 9 })),
    sendMessage(direct, "event", eventOf(envelope(2, 10), swap("late", null))),
  ];
  const moved = await connectStation(haproxy.stations, DIRECT);
  onTestFinished(() => moved.endAsync(true));
  await sendBirth(moved, 2);
  await expect.poll(() => own.every((station) => station.connection().bornAt > frozenAt), RECONNECTING).toBe(true);
  const backMs = Math.round(Math.max(...own.map((station) => station.connection().bornAt)) - frozenAt);
  await after(Math.max(0, FROZEN_MS - (performance.now() - frozenAt)));
  await load.finish();

  const before = await lastStored();
  const closed = closeOf(direct);
  frozen.signal("SIGCONT");
  await closed;
  await Promise.allSettled(late);
  const connections = () => servers.sum("groundcrew_link_connections", [victim]);
  await expect.poll(connections, RECONNECTING).toBe(0);
  const waiting = () => servers.sum("groundcrew_ingest_queue_messages", [victim]);
  await expect.poll(waiting, RECONNECTING).toBe(0);
  await expect.poll(() => haproxy.isUp(victim), RECONNECTING).toBe(true);
  const now = await stored();
  expect(now.filter((row, index) => row !== before[index])).toEqual([]);
  await expectEverythingOnce(
    db,
    load,
    `marked down after ${downMs} ms, its ${own.length} stations back after ${backMs} ms, nothing written late`,
  );
});
