import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { addChannel } from "./access/seed.ts";
import { randomRounds, RECONNECTING } from "./crash-load.ts";
import { testDatabase, insertRow } from "./database.ts";
import { killableServer } from "./killable-server.ts";
import { addOrganization, addStation } from "./stations.ts";

const { db, url: DATABASE_URL } = await testDatabase();
const { rounds, seed, random } = randomRounds(3);
const STATIONS = 20;
const FAILED = '{"failed":[2],"hottest":null}';

/** Adds stations, of which each round uses some of its own. */
async function addStations(orgId: number, round: number): Promise<string[]> {
  const names = Array.from({ length: STATIONS }, (_, nth) => `gc-${String(round * 100 + nth).padStart(12, "0")}`);
  for (const name of names) {
    await addStation(db, { name, org_id: orgId });
    await sql`insert into station_states (station_name, last_active, last_online) values (${name}, now(), now())`.execute(
      db,
    );
  }
  return names;
}

/** Connected stations report another state of their batteries. */
async function report(names: readonly string[], batteries: string | null): Promise<void> {
  for (const name of names) {
    await sql`
      update station_states set batteries = ${batteries}, linked = true, last_active = now(), version = version + 1, changed_xid = pg_current_xact_id(), changed_by = null
      where station_name = ${name}`.execute(db);
    await sql`notify stations`.execute(db);
    await after(random.whole(0, 30));
  }
}

/** The stations with an alert that stands. */
async function alerted(): Promise<string[]> {
  const found = await sql<{ station: string }>`
    select station_name as station from alerts where ended_at is null order by 1`.execute(db);
  return found.rows.map(({ station }) => station);
}

test(
  `servers killed ${rounds} times while they evaluate rules (seed ${seed}) lose no alert and no end of one, and repeat none`,
  async ({ onTestFinished }) => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), "killed-evaluation-"));
    const server = killableServer({ DATABASE_URL, DATA_DIR });
    onTestFinished(async () => {
      await server.stop();
      await rm(DATA_DIR, { recursive: true, force: true });
    });
    const orgId = await addOrganization(db, "Harbor Air");
    const channel = await addChannel(db, orgId, "On call");
    const texts = { condition: '{"kind":"battery_error"}', scope: '{"kind":"all"}', steps: "[]" };
    const rule = { org_id: orgId, name: "Battery error", kind: "battery_error", severity: "urgent", auto_join: true };
    const sending = { channels: [channel], group_by: "alert", tells_recovery: true, enabled: true, edited_by: "x" };
    await insertRow(db, "alert_rules", { ...rule, ...texts, ...sending });
    await server.start();
    let failed: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const names = await addStations(orgId, round);
      const changes = Promise.all([report(failed, null), report(names, FAILED)]);
      await after(random.whole(0, 1_500));
      await server.kill();
      await changes;
      await server.start();
      failed = names;
      await expect.poll(alerted, RECONNECTING).toEqual(names);
    }
    const found = await sql<{ started: number; ended: number; has_ended: boolean }>`
      select (select count(*) from notifications n where n.alert_id = a.id and n.type = 'started') as started,
        (select count(*) from notifications n where n.alert_id = a.id and n.type = 'ended') as ended, a.ended_at is not null as has_ended
      from alerts a`.execute(db);
    expect(found.rows).toHaveLength(rounds * STATIONS);
    expect(found.rows.filter(({ started }) => started !== 1)).toEqual([]);
    expect(found.rows.filter(({ ended, has_ended }) => ended !== Number(has_ended))).toEqual([]);
    process.stdout.write(
      `figure: ${rounds} kills: ${found.rows.length} alerts, each started once, and each that ended ended once\n`,
    );
  },
  Math.max(300_000, rounds * 30_000),
);
