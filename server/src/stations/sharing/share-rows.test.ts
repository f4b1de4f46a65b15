import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "@nats-io/transport-node";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { boardState, snapshotSummary } from "../../../test/board-facts.ts";
import { testDatabase } from "../../../test/database.ts";
import { metric } from "../../../test/metrics.ts";
import { openNats, type TestNats } from "../../../test/nats.ts";
import { addOrganization, addStation } from "../../../test/stations.ts";
import { openBus, type Bus } from "../../platform/bus/index.ts";
import { version } from "../../platform/version.ts";
import { Board } from "../board/board.ts";
import { telemetryOf } from "../board/entry.ts";
import { rowLines, type WrittenState } from "./row-lines.ts";
import { startCatchUp, type CatchUp } from "../board/catch-up.ts";

const { db, url } = await testDatabase();
const STATION = "gc-first";
const ALL = { orgId: null, admin: true };
/** So that nothing reaches a board by polling. */
const NEVER_MS = 3_600_000;
/** Servers say each second that they are there, and try to connect each second. */
const CONNECTING = { timeout: 10_000 };
const PREFIX = "groundcrew.test";
const log = pino({ level: "silent" });

let folder: string;
let nats: TestNats;
let one: Opened;
let other: Opened;
type Opened = { board: Board; bus: Bus; catchUp: CatchUp; stop: () => Promise<void> };

beforeAll(async () => {
  const orgId = await addOrganization(db, "Harbor Air");
  await addStation(db, { name: STATION, org_id: orgId });
  await db.insertInto("station_states").values({ station_name: STATION, swaps_performed: 1 }).execute();
  folder = await mkdtemp(join(tmpdir(), "nats-"));
  nats = await openNats(folder);
  [one, other] = [await open("one"), await open("other")];
  await haveMet([one, other]);
});

afterAll(async () => {
  await Promise.all([one.stop(), other.stop()]);
  await nats.kill();
  await rm(folder, { recursive: true, force: true });
});

async function open(server: string, pollMs = NEVER_MS, prefix = PREFIX): Promise<Opened> {
  const board = new Board(() => Date.now());
  const bus = openBus({ urls: nats.url, name: server, prefix, log });
  await vi.waitFor(() => expect(bus.isConnected()).toBe(true), CONNECTING);
  const catchUp = await startCatchUp({ db, url, board, server, pollMs, bus, log });
  const stop = async () => {
    await catchUp.stop();
    await bus.stop();
  };
  return { board, bus, catchUp, stop };
}

/** Resolves when servers know each other, and have read what they read for that. */
async function haveMet(servers: readonly Opened[]): Promise<void> {
  for (const { catchUp } of servers) {
    await vi.waitFor(() => expect(catchUp.otherServers()).toBeGreaterThanOrEqual(servers.length - 1), CONNECTING);
    await catchUp.refresh(["gc-none"]);
  }
}

const shown = ({ board }: Opened) => board.find(STATION, ALL)?.state;
const telemetry = ({ board }: Opened) => {
  const entry = board.find(STATION, ALL);
  return entry && telemetryOf(entry);
};
const share = ({ catchUp }: Opened, changes: readonly WrittenState[]) => catchUp.show(rowLines()(changes));

/** Writes a state as a server does, and returns it. */
async function write(swaps_performed: number, changed_by: string | null) {
  const { rows } = await sql<{ version: number }>`
    update station_states set swaps_performed = ${swaps_performed}, version = version + 1, changed_by = ${changed_by},
      changed_xid = pg_current_xact_id() where station_name = ${STATION} returning version`.execute(db);
  return boardState(rows[0]?.version ?? 0, { swaps_performed });
}

/** Another program on NATS with this server's account. */
async function openStranger() {
  const { host } = new URL(nats.url);
  const connection = await connect({ servers: host, user: "groundcrew", pass: nats.password });
  onTestFinished(() => connection.close());
  const format = `2 ${version()}`;
  return async (message: object | string) => {
    const text = typeof message === "string" ? message : JSON.stringify({ format, server: "stranger", ...message });
    connection.publish(`${PREFIX}.rows.1`, text);
    await connection.flush();
  };
}

test("what a server has written is on the boards of others without a read of the database", async () => {
  const state = await write(2, "one");
  share(one, [{ name: STATION, state, summary: snapshotSummary({ status: { door: "open" } }) }]);
  await expect.poll(() => shown(other)).toEqual(state);
  expect(telemetry(other)).toContain('"door":"open"');
  const next = await write(3, null);
  share(one, [{ name: STATION, state: next }]);
  await expect.poll(() => shown(other)).toEqual(next);
  expect(telemetry(other)).toContain('"door":"open"');
});

test("an older state is ignored, also if it arrives later", async () => {
  const before = shown(other);
  if (!before) throw new Error("The station is not on the board.");
  share(one, [
    {
      name: STATION,
      state: { ...before, version: before.version - 1, swaps_performed: 99 },
      summary: snapshotSummary({}),
    },
  ]);
  const state = await write(4, "one");
  share(one, [{ name: STATION, state, summary: snapshotSummary({}) }]);
  await expect.poll(() => shown(other)).toEqual(state);
});

test("a state whose snapshot is missing is read from the database", async () => {
  await sql`insert into station_snapshots (station_name, snapshot) values (${STATION}, ${JSON.stringify({ warn_message: "Lens is dirty" })})`.execute(
    db,
  );
  await write(5, "one");
  const state = await write(6, null);
  share(one, [{ name: STATION, state }]);
  await expect.poll(() => shown(other)).toMatchObject({ version: state.version, swaps_performed: 6 });
  expect(telemetry(other)).toContain("Lens is dirty");
});

test("a station that a server refreshes is read by the others", async () => {
  await write(7, null);
  await one.catchUp.refresh([STATION]);
  await expect.poll(() => shown(other)).toMatchObject({ swaps_performed: 7 });
});

test("when messages are missing, or cannot be read, what has changed is read", async () => {
  const send = await openStranger();
  await send({ sequence: 1, kind: "alive" });
  const [gaps, invalid] = [await metric(GAPS), await metric(INVALID)];
  await write(8, "stranger");
  await send({ sequence: 2, kind: "alive" });
  await send({ sequence: 4, kind: "alive" });
  await expect.poll(() => shown(other)).toMatchObject({ swaps_performed: 8 });
  await expect.poll(() => metric(GAPS)).toBe((gaps ?? 0) + 2);
  await write(9, "stranger");
  await send("{");
  await expect.poll(() => shown(other)).toMatchObject({ swaps_performed: 9 });
  // Each of the two servers counts it.
  await expect.poll(() => metric(INVALID)).toBe((invalid ?? 0) + 2);
});

const GAPS = "groundcrew_nats_gaps_total";
const INVALID = "groundcrew_nats_invalid_messages_total";

test("while a server that writes is not on NATS, or NATS is away, changes are found by polling; then it is used again", async () => {
  const third = await open("third", 200);
  onTestFinished(() => third.stop());
  await haveMet([one, other, third]);
  const send = await openStranger();
  await write(11, "without NATS");
  await send("{");
  await expect.poll(() => shown(other)).toMatchObject({ swaps_performed: 11 });
  await expect.poll(() => shown(third)).toMatchObject({ swaps_performed: 11 });
  await write(12, "without NATS");
  await expect.poll(() => shown(third)).toMatchObject({ swaps_performed: 12 });

  await nats.kill();
  await expect.poll(third.bus.isConnected).toBe(false);
  expect(await metric("groundcrew_nats_connected")).toBe(0);
  share(one, [{ name: STATION, state: await write(13, "one"), summary: snapshotSummary({}) }]);
  await expect.poll(() => shown(third)).toMatchObject({ swaps_performed: 13 });
  expect(shown(other)).toMatchObject({ swaps_performed: 11 });

  await nats.start();
  // Everyone reads what was written meanwhile.
  await expect.poll(() => shown(other)).toMatchObject({ swaps_performed: 13 });
  await expect.poll(() => one.bus.isConnected() && other.bus.isConnected()).toBe(true);
  const state = await write(14, "one");
  share(one, [{ name: STATION, state, summary: snapshotSummary({}) }]);
  await expect.poll(() => shown(other)).toEqual(state);
});

test("a server that is alone sends no states, and another one that comes later has them", async () => {
  const prefix = "groundcrew.alone";
  const alone = await open("alone", NEVER_MS, prefix);
  onTestFinished(() => alone.stop());
  const sent: string[] = [];
  const { host } = new URL(nats.url);
  const connection = await connect({ servers: host, user: "groundcrew", pass: nats.password });
  onTestFinished(() => connection.close());
  connection.subscribe(`${prefix}.>`, { callback: (_, { subject }) => void sent.push(subject) });
  await connection.flush();
  const state = await write(20, "alone");
  share(alone, [{ name: STATION, state, summary: snapshotSummary({}) }]);
  await expect.poll(() => sent).toContain(`${prefix}.servers`);
  expect(sent.filter((subject) => subject.startsWith(`${prefix}.rows`))).toEqual([]);
  const late = await open("late", NEVER_MS, prefix);
  onTestFinished(() => late.stop());
  await haveMet([alone, late]);
  expect(shown(late)).toMatchObject({ swaps_performed: 20 });
  const next = await write(21, "alone");
  share(alone, [{ name: STATION, state: next, summary: snapshotSummary({}) }]);
  await expect.poll(() => shown(late)).toEqual(next);
});
