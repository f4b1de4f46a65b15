import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { evaluationRig } from "../../test/evaluation-rig.ts";

const rig = await evaluationRig();
const { db, stations } = rig;

beforeEach(() => rig.clear());

const active = async () => (await rig.alerts()).filter(({ ended_at }) => ended_at === null);

const camera = { name: "camera_roof", detected: false };
test.each([
  {
    condition: { kind: "battery_error" } as const,
    state: { batteries: { failed: [3], hottest: null } },
    good: { batteries: { failed: [], hottest: null } },
    title: "Battery Error in slot 3",
  },
  {
    condition: { kind: "battery_temperature", celsius: 45, minutes: 0 } as const,
    state: { batteries: { failed: [], hottest: { slot: 2, celsius: 51.5 } } },
    good: { batteries: { failed: [], hottest: { slot: 2, celsius: 30 } } },
    title: "Battery in slot 2 at 51.5°C, limit 45°C",
  },
  {
    condition: { kind: "camera_missing", minutes: 1 } as const,
    summary: { status: { usb_status: { cameras: { cam1: camera } } } },
    goodSummary: { status: { usb_status: { cameras: { cam1: { ...camera, detected: true } } } } },
    title: "camera_roof is missing",
  },
  {
    condition: { kind: "firmware", older_than: "2.0.0" } as const,
    summary: { firmware_version: [{ version: "1.9.3" }] },
    goodSummary: { firmware_version: [{ version: "2.0.0" }] },
    title: "Firmware 1.9.3, older than 2.0.0",
  },
])("$condition.kind: an alert begins and ends with what the station reports", async (one) => {
  const [name = ""] = await stations(1);
  const { condition, state, good, summary, goodSummary, title } = one;
  await rig.rule(condition, { scope: { kind: "stations", names: [name] } });
  rig.report([name], state, summary);
  await rig.wait(2);
  expect(await active()).toMatchObject([{ kind: condition.kind, title }]);
  rig.report([name], good, goodSummary);
  await rig.wait(1);
  expect(await active()).toEqual([]);
});

test("errors within the minutes of a rule make an alert, which ends when they are too old", async () => {
  const [name = ""] = await stations(1);
  const errors = async (number: number) => {
    const row = { station_name: name, error_message: "Roof jammed", time_logged: new Date(rig.now()).toISOString() };
    await db
      .insertInto("station_errors")
      .values(Array.from({ length: number }, () => row))
      .execute();
    rig.facts(name, { errors_total: number, errors_unresolved: number });
  };
  await rig.rule({ kind: "error_rate", errors: 3, minutes: 10 });
  await errors(2);
  await rig.wait(1);
  expect(await active()).toEqual([]);
  await errors(3);
  await rig.wait(1);
  expect(await active()).toMatchObject([{ kind: "error_rate", title: "5 errors within 10 min" }]);
  await rig.wait(10);
  expect(await active()).toEqual([]);
});

test("a link that is lost again and again makes an alert", async () => {
  const [name = ""] = await stations(1);
  await rig.rule({ kind: "link_flapping", times: 3, minutes: 30 });
  for (let time = 0; time < 3; time += 1) {
    rig.lose([name]);
    await rig.wait(1);
    rig.report([name]);
    await rig.wait(1);
  }
  expect(await active()).toMatchObject([{ kind: "link_flapping", title: "Link lost 3 times within 30 min" }]);
  await rig.wait(31);
  expect(await active()).toEqual([]);
});

test("no swap for longer than usual makes an alert, only where there are enough swaps", async () => {
  const [busy = "", idle = ""] = await stations(2);
  const point = (station_name: string, hoursAgo: number, swaps_performed: number) => ({
    station_name,
    minute: new Date(rig.now() - hoursAgo * 3_600_000).toISOString(),
    swaps_performed,
    error_count: 0,
    online: true,
    door: "closed" as const,
    pad: "empty" as const,
  });
  const points = Array.from({ length: 30 }, (_, index) => point(busy, 40 - index, index));
  await db
    .insertInto("station_history")
    .values([...points, point(idle, 30, 1), point(idle, 20, 2)])
    .execute();
  const last_swapped = new Date(rig.now() - 11 * 3_600_000).toISOString();
  rig.report([busy, idle], { last_swapped });
  await rig.rule({ kind: "no_swaps", times: 12 }, { scope: { kind: "stations", names: [busy, idle] } });
  expect(await active()).toEqual([]);
  await rig.wait(65, 5);
  expect(await active()).toMatchObject([{ subject: `station:${busy}`, title: "No swap for 12 h, usually one in 1 h" }]);
});

test("groups of errors and incidents make alerts for staff alone", async () => {
  const [name = ""] = await stations(1);
  const group = await sql<{ id: number }>`
    insert into error_groups (title, job_type, station_type, state, state_since, open, stations, first_seen, last_seen)
    values ('Roof jammed at <n>', 'charge', 'atlas', 'escalating', now(), 8, 5, now(), now()) returning id`.execute(db);
  const tag = await sql<{ id: number }>`
    insert into support_log_tags (name, alerting) values ('urgent', true) returning id`.execute(db);
  const entry = await sql<{ id: number }>`
    insert into support_log_entries (station_name, author, status, content)
    values (${name}, 'Kari', 'incident_needs_action', E'Roof open\nsince noon') returning id`.execute(db);
  await sql`insert into support_log_entry_tags values (${entry.rows[0]?.id}, ${tag.rows[0]?.id})`.execute(db);
  await rig.rule({ kind: "error_group", states: ["escalating"], stations: 1 });
  await rig.rule({ kind: "incident", statuses: ["incident_needs_action"] });
  await rig.wait(1);
  expect(await active()).toMatchObject([
    {
      kind: "error_group",
      title: "Escalating: Roof jammed at n",
      stations: 5,
      detail: `Group ${group.rows[0]?.id} · charge · Atlas`,
    },
    { kind: "incident", title: "Needs Action: Roof open" },
  ]);
  const { rows } = await sql<{ org_id: number | null }>`select distinct org_id from alerts`.execute(db);
  expect(rows).toEqual([{ org_id: null }]);
  await sql`update error_groups set state = 'ongoing' where id = ${group.rows[0]?.id}`.execute(db);
  await sql`update support_log_entries set status = 'incident_resolved'`.execute(db);
  rig.markTopic("error_groups");
  await rig.wait(1);
  expect(await active()).toEqual([]);
});

test("stations in maintenance do not count in alerts about groups of errors", async () => {
  const [name = ""] = await stations(1);
  const group = await sql<{ id: number }>`
    insert into error_groups (title, state, state_since, open, stations, first_seen, last_seen)
    values ('Door stuck', 'escalating', now(), 0, 0, now(), now()) returning id`.execute(db);
  const fingerprint = await sql<{ id: number }>`
    insert into error_fingerprints (digest, version, station_type, pattern, group_id)
    values ('door', 1, 'atlas', 'Door stuck', ${group.rows[0]?.id}) returning id`.execute(db);
  const time_logged = new Date(rig.now()).toISOString();
  const error = { station_name: name, error_message: "Door stuck", fingerprint_id: fingerprint.rows[0]?.id };
  await db
    .insertInto("station_errors")
    .values({ ...error, time_logged })
    .execute();
  await rig.rule({ kind: "error_group", states: ["escalating"], stations: 1 });
  await rig.wait(1);
  expect(await active()).toMatchObject([{ title: "Escalating: Door stuck", stations: 1 }]);
  await sql`
    with started as (
      insert into maintenance_windows (station_name, why, by_name, by_staff, starts, ends)
      values (${name}, 'New door', 'Ana Ruiz', true, now(), now() + interval '1 hour') returning id
    )
    update stations set maintenance_id = started.id from started where name = ${name}`.execute(db);
  rig.markTopic("maintenance");
  await rig.wait(1);
  expect(await active()).toEqual([]);
  await sql`update stations set maintenance_id = null where name = ${name}`.execute(db);
});

test("errors of a station are grouped into the alert about their group, but not what a customer's rule has found", async () => {
  const [ours = "", theirs = ""] = await stations(2);
  const group = await sql<{ id: number }>`
    insert into error_groups (title, state, state_since, open, stations, first_seen, last_seen)
    values ('Belt slipped', 'escalating', now(), 8, 5, now(), now()) returning id`.execute(db);
  const fingerprint = await sql<{ id: number }>`
    insert into error_fingerprints (digest, version, station_type, pattern, group_id)
    values ('belt', 1, 'atlas', 'Belt slipped', ${group.rows[0]?.id}) returning id`.execute(db);
  for (const name of [ours, theirs]) {
    const time_logged = new Date(rig.now()).toISOString();
    const row = {
      station_name: name,
      error_message: "Belt slipped",
      fingerprint_id: fingerprint.rows[0]?.id,
      time_logged,
    };
    await db.insertInto("station_errors").values(row).execute();
    rig.facts(name, { errors_total: 1, errors_unresolved: 1 });
  }
  await rig.rule({ kind: "error_group", states: ["escalating"], stations: 1 });
  await rig.rule({ kind: "error_rate", errors: 1, minutes: 60 });
  const names = [theirs];
  await rig.rule(
    { kind: "error_rate", errors: 1, minutes: 60 },
    { org_id: rig.orgs.harbor, scope: { kind: "stations", names } },
  );
  await rig.wait(2);
  const parents = new Map((await active()).map(({ subject, parent }) => [subject, parent]));
  expect(parents.get(`station:${ours}`)).toBe(`group:${group.rows[0]?.id}`);
  expect(parents.get(`station:${theirs}`)).toBeNull();
  const lines = await sql<{ side: number | null }>`
    select side from alert_history where what like 'Grouped into%'`.execute(db);
  expect(lines.rows.every(({ side }) => side === 0)).toBe(true);
});
