import { BIRTH_CODES } from "@groundcrew/shared/link";
import { sql } from "kysely";
import { register } from "prom-client";
import { afterEach, beforeEach, expect, test } from "vitest";
import { testDatabase } from "../../test/database.ts";
import { addOrganization, addStation, birthOf, envelope } from "../../test/stations.ts";
import { storedState, TelemetryRig } from "../../test/telemetry-rig.ts";

const { db } = await testDatabase();
const orgId = await addOrganization(db, "Harbor Air");
let rig: TelemetryRig;
let name: string;
let count = 0;

beforeEach(async () => {
  rig = new TelemetryRig(db);
  name = await addStation(db, { name: `gc-${String(++count).padStart(12, "0")}`, org_id: orgId });
  await rig.start();
});

afterEach(() => rig.stop());

const state = () => storedState(db, name);

test("a birth is written before it is accepted, with everything it contains", async () => {
  await rig.born(name, { boot: 4, status: { swaps_performed: 10, door: "closed", pad: "empty" } });
  expect(await state()).toMatchObject({
    boot: 4,
    seq: 1,
    linked: true,
    last_active: "2026-03-01T12:00:30.000Z",
    last_online: "2026-03-01T12:00:30.000Z",
    last_telemetry: "2026-03-01T12:00:30.000Z",
    last_swapped: null,
    clock_skew_ms: 0,
    swaps_performed: 10,
    swaps_reported: 10,
    capabilities: { streams: 2, commands: ["ping"] },
    snapshot: { status: { door: "closed" } },
    changed_by: "this one",
  });
  const row = await db.selectFrom("stations").select("version_api").where("name", "=", name).executeTakeFirstOrThrow();
  expect(row.version_api).toBe("1.2.3");
});

test("the answer to a birth contains the server's time, the pace and the boot", async () => {
  const station = await rig.connect(name);
  expect(await station.birth(birthOf(envelope(7, 1)))).toEqual({
    v: 1,
    id: "7-1",
    code: BIRTH_CODES.accepted,
    message: "Welcome.",
    output: { server_time: rig.now, telemetry_min_s: 10, telemetry_max_s: 60, boot: 7 },
  });
});

test("a birth older than the stored state is rejected with the boot to continue from, and changes nothing", async () => {
  await rig.born(name, { boot: 5, seq: 9 });
  const station = await rig.connect(name);
  const answer = await station.birth(birthOf(envelope(2, 1)));
  expect(answer).toMatchObject({ code: BIRTH_CODES.behind, output: { boot: 5 } });
  expect(answer.message).toBe("Later messages are known already. Continue with boot 6.");
  expect(await state()).toMatchObject({ boot: 5, seq: 9 });
});

test("the same birth delivered twice is accepted twice and counted once", async () => {
  const station = await rig.connect(name);
  const message = birthOf(envelope(3, 1), { swaps_performed: 4 });
  expect(await station.birth(message)).toMatchObject({ code: BIRTH_CODES.accepted });
  expect(await station.birth({ ...message, id: "again" })).toMatchObject({ id: "again", code: BIRTH_CODES.accepted });
  expect(await state()).toMatchObject({ swaps_performed: 4 });
});

test("a config is a new revision only when it differs from the newest", async () => {
  const config = {
    version_api: "1.2.3",
    version_firmware: "4.5",
    positions: { Home: 1, BattX: [1, 2] },
    offsets: { Home: 0 },
    unit_configs: [true, false],
    streaming_turn: null,
  };
  const station = await rig.connect(name);
  for (const [seq, reported] of [config, config, { ...config, positions: { Home: 2 } }, null].entries()) {
    rig.now += 1_000;
    await station.birth(birthOf(envelope(1, seq), {}, { config: reported }));
  }
  const revisions = await db
    .selectFrom("station_configs")
    .select(["created", "seen", "positions", "streaming_turn"])
    .where("station_name", "=", name)
    .orderBy("created")
    .execute();
  expect(revisions).toEqual([
    {
      created: "2026-03-01T12:00:31.000Z",
      seen: "2026-03-01T12:00:32.000Z",
      positions: { Home: 1, BattX: [1, 2] },
      streaming_turn: null,
    },
    {
      created: "2026-03-01T12:00:33.000Z",
      seen: "2026-03-01T12:00:33.000Z",
      positions: { Home: 2 },
      streaming_turn: null,
    },
  ]);
});

test("the newest five hundred configs are kept of a station that reports another one at every birth", async () => {
  await sql`
    insert into station_configs (station_name, created, seen, version_api, version_firmware, positions, offsets, unit_configs)
    select ${name}, at, at, n::text, '1', '{}', '{}', '[]'
    from generate_series(1, 510) n
      cross join lateral (select timestamptz '2026-01-01' + n * interval '1 minute') a(at)`.execute(db);
  const station = await rig.connect(name);
  const config = { version_firmware: "1", positions: {}, offsets: {}, unit_configs: [], streaming_turn: null };
  for (const [seq, version_api] of ["new", "new", "newer"].entries()) {
    rig.now += 1_000;
    await station.birth(birthOf(envelope(1, seq), {}, { config: { ...config, version_api } }));
  }
  const revisions = await db
    .selectFrom("station_configs")
    .select("version_api")
    .where("station_name", "=", name)
    .orderBy("created", "desc")
    .execute();
  expect(revisions).toHaveLength(500);
  expect(revisions.map(({ version_api }) => version_api)).toEqual([
    "newer",
    "new",
    ...Array.from({ length: 498 }, (_, index) => String(510 - index)),
  ]);
});

test("a config that the database refuses is rejected with a sentence and does not affect any other", async () => {
  const other = await addStation(db, { name: `${name}-other`, org_id: orgId });
  const config = { version_api: "1", version_firmware: "1", offsets: {}, unit_configs: [], streaming_turn: null };
  const unstorable = birthOf(envelope(1, 1), {}, { config: { ...config, positions: { "half a \ud800": 1 } } });
  const [bad, good] = [await rig.connect(name), await rig.connect(other)];
  const message = "rejected: data: It contains characters that cannot be stored.";
  expect(await bad.birth(unstorable)).toEqual({ v: 1, id: "1-1", code: BIRTH_CODES.rejected, message, output: null });
  expect(await good.birth(birthOf(envelope(1, 1)))).toMatchObject({ code: BIRTH_CODES.accepted });
});

test("messages of a station that is taken out of service are ignored, and its births are rejected", async () => {
  const station = await rig.born(name);
  await db.updateTable("stations").set({ telemetry_enabled: false }).where("name", "=", name).execute();
  rig.now += 60_000;
  await station.deliver("tele", { ...envelope(1, 2), data: { snapshot: { time: 1 } } });
  expect(await state()).toMatchObject({ seq: 1, last_active: "2026-03-01T12:00:30.000Z" });
  expect(await station.birth(birthOf(envelope(1, 3)))).toMatchObject({ code: BIRTH_CODES.unknown });
});

const sound = () => birthOf(envelope(1, 1));

test.each([
  {
    what: "of a type that there is not",
    message: () => ({ ...sound(), data: { ...sound().data, station_type: "saturn" } }),
    answer: { id: "1-1", message: expect.stringMatching(/^rejected: data\.station_type: .*"atlas"/) },
  },
  {
    what: "without an id",
    message: () => ({ ...sound(), id: undefined }),
    answer: { id: null, message: expect.stringMatching(/^rejected: id: /) },
  },
  {
    what: "that is not JSON",
    message: () => Buffer.from("{"),
    answer: { id: null, message: "rejected: message: It ends too early to be JSON." },
  },
])(
  "a birth $what is rejected with a sentence, shown to admins, and changes only when the station was last active",
  async ({ message, answer }) => {
    const station = await rig.connect(name);
    expect(await station.birth(message())).toEqual({ v: 1, code: BIRTH_CODES.rejected, output: null, ...answer });
    expect(rig.link.reader.invalidMessages()).toMatchObject([{ station: name, topic: "birth", times: 1 }]);
    const received = new Date(rig.now).toISOString();
    expect(await state()).toMatchObject({ linked: false, boot: 0, last_active: received, snapshot: null });
  },
);

test("unknown fields are counted in a birth, and after it once for each other topic", async () => {
  const counted = async () => {
    const counter = await register.getSingleMetric("groundcrew_link_unknown_fields_total")?.get();
    return new Map(counter?.values.map(({ labels, value }) => [labels.topic, value]));
  };
  const withUnknownFields = (seq: number) => ({
    ...envelope(1, seq),
    odd: true,
    data: { snapshot: { time: 1, odder: 2 } },
  });
  const before = await counted();
  const station = await rig.connect(name);
  await station.birth({ ...birthOf(envelope(1, 1)), color: "red" });
  for (const seq of [2, 3, 4]) await station.deliver("tele", withUnknownFields(seq));
  await station.deliver("event", {
    ...envelope(1, 5),
    data: { kind: "swap", event_id: "e", occurred: null, facts: {}, x: 1 },
  });
  const after = await counted();
  const more = ["birth", "tele", "event"].map((topic) => (after.get(topic) ?? 0) - (before.get(topic) ?? 0));
  expect(more).toEqual([1, 2, 1]);
});
