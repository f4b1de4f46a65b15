import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FINGERPRINT_VERSION } from "@groundcrew/shared/station-errors";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "./database.ts";
import { killableServer } from "./killable-server.ts";
import { addOrganization, addStation } from "./stations.ts";
import { signIn } from "./writing-person.ts";

const { db, url: DATABASE_URL } = await testDatabase();
const ERRORS = Number(process.env["KILLED_RESOLUTION"] ?? 20_000);
const solution = "Replaced the charger board";

/** Adds a group with errors of twenty stations; returns its id. */
async function addGroupOfErrors(): Promise<number> {
  const org_id = await addOrganization(db, "Harbor of Errors");
  for (let number = 10; number < 30; number += 1) await addStation(db, { name: `gc-0000000000${number}`, org_id });
  const { rows } = await sql<{ id: number }>`
    with added as (
      insert into error_groups (title, state_since, first_seen, last_seen) values ('Slot <n> is hot', now(), now(), now())
      returning id
    )
    insert into error_fingerprints (digest, version, station_type, pattern, group_id)
    select 'slot', ${FINGERPRINT_VERSION}, 'atlas', 'Slot <n> is hot', id from added returning group_id as id`.execute(
    db,
  );
  await addErrors(ERRORS);
  return rows[0]?.id ?? 0;
}

async function addErrors(count: number): Promise<void> {
  await sql`
    insert into station_errors (station_name, error_message, fingerprint_id)
    select 'gc-0000000000' || 10 + n % 20, 'Slot ' || n || ' is hot', (select min(id) from error_fingerprints where digest = 'slot')
    from generate_series(1, ${count}::integer) n`.execute(db);
}

/** What is stored about the resolution, and what counting gives. */
async function progress(group: number) {
  const { rows } = await sql<{ done: number; ended: boolean; resolved: number; open: number; counted: number }>`
    select r.done, r.ended is not null as ended, g.open_all as open,
      (select count(*) from station_errors where solution = ${solution}) as resolved,
      (select count(*) from station_errors e join error_fingerprints f on f.id = e.fingerprint_id
        where f.group_id = g.id and e.time_handled is null) as counted
    from error_resolutions r join error_groups g on g.id = r.group_id where g.id = ${group}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("There is no resolution.");
  return row;
}

test(`a server killed while it resolves ${ERRORS} errors counts none half, and the rest is resolved after its next start`, async ({
  onTestFinished,
}) => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), "killed-resolution-"));
  const server = killableServer({ DATABASE_URL, DATA_DIR });
  onTestFinished(async () => {
    await server.stop();
    await rm(DATA_DIR, { recursive: true, force: true });
  });
  const { url } = await server.start();
  const group = await addGroupOfErrors();
  const call = await signIn(url);
  const { rev }: { rev: number } = JSON.parse((await call(`/error-groups/${group}`)).text);
  const body = { groups: [{ id: group, rev }], solution };
  const { status, text } = await call("/error-groups/resolve", { body, key: "resolve" });
  expect([status, JSON.parse(text).errors]).toEqual([202, ERRORS]);
  await expect.poll(async () => (await progress(group)).done, { timeout: 60_000, interval: 5 }).toBeGreaterThan(0);
  await server.kill();

  // Transactions of the killed server end soon.
  const others = sql<{ count: number }>`
    select count(*) from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`;
  await expect.poll(async () => (await others.execute(db)).rows[0]?.count, { timeout: 60_000 }).toBe(0);
  const killed = await progress(group);
  expect(killed).toMatchObject({
    ended: false,
    resolved: killed.done,
    open: ERRORS - killed.done,
    counted: ERRORS - killed.done,
  });

  await addErrors(5);
  await sql`update jobs set leased_until = null where kind = 'resolve_errors'`.execute(db);
  await server.start();
  await expect.poll(async () => (await progress(group)).ended, { timeout: 120_000 }).toBe(true);
  expect(await progress(group)).toMatchObject({ done: ERRORS, resolved: ERRORS, open: 5, counted: 5 });
  process.stdout.write(`figure: killed after ${killed.done} of ${ERRORS} errors; all were resolved once\n`);
}, 300_000);
