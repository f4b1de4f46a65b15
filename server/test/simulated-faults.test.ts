import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import { onlineStatus, station as stationSchema, type Station } from "@groundcrew/shared/stations";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { readFaults } from "../../simulator/src/faults/index.ts";
import { startFleet, systemClock, type Clock, type Fleet } from "../../simulator/src/index.ts";
import { embeddedServer } from "./embedded-server.ts";
import { simulated } from "./simulator.ts";
import { addStation } from "./stations.ts";
import { signIn, type Call } from "./writing-person.ts";

/** A lost birth is sent again after thirty seconds. */
const LONG_WAIT = { timeout: 120_000 };
const SWAPS = 24;
const YEAR_MS = 365 * DAY_MS;
const FAULTS_S = 8;
const began = Date.now();

/** A station for each fault. Some faults end after a while, the others stay. */
const planned = [
  // Starts late, so that the birth is not lost.
  { fault: "drop", share: 0.5, at_s: 2, for_s: FAULTS_S },
  { fault: "delay", ms: 3_000, for_s: FAULTS_S },
  { fault: "duplicate", times: 5, for_s: FAULTS_S },
  { fault: "reorder", within_ms: 3_000, for_s: FAULTS_S },
  { fault: "skew", ms: 10 * YEAR_MS },
  { fault: "skew", ms: -10 * YEAR_MS },
  { fault: "counter_reset", at_s: HOUR_MS / SECOND_MS },
  { fault: "error_storm", per_s: 20, for_s: FAULTS_S },
  { fault: "reconnect_storm", every_s: 1, for_s: FAULTS_S },
  { fault: "truncated_images" },
];
const nameOf = (index: number) => `gc-00000000000${index}`;
const faults = planned.map(({ fault }, index) => ({ fault, name: nameOf(index) }));
const schedule = planned.map((fault, index) => Object.assign({ stations: [nameOf(index)] }, fault));

let loseCounters = (): void => undefined;
/** The system clock, except that the test decides when the hour until the counter reset is over. */
const clock: Clock = {
  ...systemClock,
  after(ms, run) {
    if (ms !== HOUR_MS) return systemClock.after(ms, run);
    loseCounters = run;
    return () => undefined;
  },
};

let system: Awaited<ReturnType<typeof embeddedServer>>;
let fleet: Fleet;
let call: Call;

beforeAll(async () => {
  system = await embeddedServer();
  const { id: org_id } = await system.db.selectFrom("organizations").select("id").limit(1).executeTakeFirstOrThrow();
  for (const { name } of faults) await addStation(system.db, { name, org_id });
  call = await signIn(system.url);
  const faultsEnd = Date.now() + (2 + FAULTS_S) * SECOND_MS;
  fleet = await startFleet({
    clock,
    broker: system.brokerUrl,
    fleet: { v: 1, stations: faults.map(({ name }) => simulated(name, ["camera_pad"])) },
    faults: readFaults(JSON.stringify({ v: 1, faults: schedule }), "The schedule of this test"),
    log: () => {},
  });
  await swapUntil(SWAPS / 2);
  await vi.waitUntil(() => Date.now() > faultsEnd, LONG_WAIT);
  // The other half, so that the station that lost its counters has something to count.
  const lost = faults.find(({ fault }) => fault === "counter_reset")?.name ?? "";
  // Until the server has received more than the birth of a first boot, another such birth counts as a repetition.
  await vi.waitUntil(async () => ((await known(lost))?.seq ?? 0) > 1, LONG_WAIT);
  loseCounters();
  await vi.waitUntil(async () => (await known(lost))?.boot === 2, LONG_WAIT);
  await swapUntil(SWAPS);
});

/** Makes every station swap once more each time the console shows a swap of the last station, whose link has no faults. */
async function swapUntil(count: number): Promise<void> {
  const sound = faults.at(-1)?.name ?? "";
  for (;;) {
    const { swaps_performed: done } = await shown(sound);
    if (done === count) return;
    for (const station of fleet.stations) station.swapNow();
    await vi.waitUntil(async () => (await shown(sound)).swaps_performed === (done ?? 0) + 1, LONG_WAIT);
  }
}

function known(name: string) {
  const states = system.db.selectFrom("station_states").select(["boot", "seq"]).where("station_name", "=", name);
  return states.executeTakeFirst();
}

afterAll(async () => {
  await fleet.stop();
  await system.stop();
});

async function shown(name: string): Promise<Station> {
  const { text } = await call(`/stations/${name}?include_telemetry=true&include_support_metrics=true`);
  return stationSchema.parse(JSON.parse(text));
}

async function errorsOf(name: string) {
  return system.db
    .selectFrom("station_errors")
    .select(["error_message", "occurred", "time_logged", "fingerprint_id"])
    .where("station_name", "=", name)
    .execute();
}

test.each(faults)("after $fault the console shows the true state of a station ($name)", async ({ name, fault }) => {
  await expect.poll(async () => (await shown(name)).swaps_performed, LONG_WAIT).toBe(SWAPS);
  await expect.poll(() => fleet.station(name)?.isReporting(), LONG_WAIT).toBe(true);
  await expect.poll(async () => (await shown(name)).last_online_status).toBe(true);
  await expect.poll(async () => onlineStatus(await shown(name), Date.now()), LONG_WAIT).toBe("active_now");
  const row = await shown(name);
  const now = Date.now();
  for (const time of [row.last_active, row.last_swapped, row.last_telemetry, row.last_online]) {
    expect(Date.parse(time ?? "")).toBeGreaterThan(began - 2 * MINUTE_MS);
    expect(Date.parse(time ?? "")).toBeLessThan(now + 2 * MINUTE_MS);
  }
  // Whatever the station's clock shows, all points of its history are between its start and now.
  const points = await system.db
    .selectFrom("station_history")
    .select(["minute", "swaps_performed"])
    .where("station_name", "=", name)
    .orderBy("minute")
    .execute();
  expect(points.at(-1)?.swaps_performed).toBe(SWAPS);
  for (const { minute } of points) {
    expect(Date.parse(minute)).toBeGreaterThan(began - 2 * MINUTE_MS);
    expect(Date.parse(minute)).toBeLessThanOrEqual(now);
  }
  const unshown = async () => (await errorsOf(name)).length - (await shown(name)).errors_total;
  await expect.poll(unshown).toBe(0);
  expect((await errorsOf(name)).length > 0).toBe(fault === "error_storm");
});

test("a clock that is ten years off is reported, ahead and behind", async () => {
  const skews = await Promise.all(faults.filter(({ fault }) => fault === "skew").map(({ name }) => shown(name)));
  expect(skews.map(({ clock_skew_ms: skew }) => Math.round((skew ?? 0) / YEAR_MS))).toEqual([10, -10]);
});

test("a storm of errors is logged completely, each at the time it occurred", async () => {
  const { name = "" } = faults.find(({ fault }) => fault === "error_storm") ?? {};
  // Twenty errors occur every second, so a lost one leaves a remainder.
  const count = async () => (await errorsOf(name)).length;
  await expect.poll(async () => [(await count()) % 20, (await count()) >= 100], LONG_WAIT).toEqual([0, true]);
  for (const { occurred } of await errorsOf(name)) expect(Date.parse(occurred ?? "")).toBeGreaterThan(began);
});

test("the errors of a storm differ by numbers, ids and paths, and are few groups", async () => {
  const { name = "" } = faults.find(({ fault }) => fault === "error_storm") ?? {};
  const errors = await errorsOf(name);
  expect(new Set(errors.map(({ fingerprint_id }) => fingerprint_id)).size).toBe(5);
  expect(new Set(errors.map(({ error_message }) => error_message)).size).toBeGreaterThan(20);
});

test("a station whose counters were lost continues above its last known boot, and its total does not decrease", async () => {
  const { name = "" } = faults.find(({ fault }) => fault === "counter_reset") ?? {};
  const state = () =>
    system.db
      .selectFrom("station_states")
      .select(["boot", "swaps_reported", "swaps_performed"])
      .where("station_name", "=", name)
      .executeTakeFirstOrThrow();
  await expect.poll(async () => (await state()).boot).toBe(2);
  const { swaps_reported, swaps_performed } = await state();
  expect(swaps_performed).toBe(SWAPS);
  expect(swaps_reported).toBeLessThan(SWAPS);
});

test("an incomplete image is not stored, and the request fails with a reason", async () => {
  const { name = "" } = faults.find(({ fault }) => fault === "truncated_images") ?? {};
  const takeImages = async () => {
    const post = { body: { lights_on: false }, key: crypto.randomUUID() };
    const { status, text } = await call(`/stations/${name}/cameras/*/image`, post);
    return `${status} ${text}`;
  };
  // On a busy machine the call may time out first, so it is repeated.
  await expect.poll(takeImages, { ...LONG_WAIT, interval: 1_000 }).toMatch(/^503 .*The server rejected its image/);
  expect((await call(`/stations/${name}/cameras/cam0/image`)).status).toBe(404);
});
