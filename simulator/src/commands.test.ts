import { once } from "node:events";
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { COMMAND_CODES, commands, type Cmd, type CmdAck } from "@groundcrew/shared/link";
import { DAY_MS, HOUR_MS } from "@groundcrew/shared/lib";
import { expect, onTestFinished, test } from "vitest";
import { capabilitiesOf, type FleetStation } from "./model/index.ts";
import { startBroker } from "../test/broker.ts";
import { fakeClock } from "../test/fake-clock.ts";
import { fleetStation, MONDAY } from "../test/fleet-station.ts";
import { startFleet } from "./fleet.ts";

const NAME = fleetStation().name;
const QUIET = { link: "steady" as const, faults: [], swaps_per_day: 0 };

/** A station on a broker whose clock is at 0 when the station sends its birth. */
async function openStation(overrides: Partial<FleetStation> = {}) {
  const broker = await startBroker({ pace: { min: 10, max: 60 } });
  onTestFinished(() => broker.stop());
  const clock = fakeClock(MONDAY);
  const warnings: string[] = [];
  const fleet = { v: 1 as const, stations: [fleetStation({ behaviour: QUIET, ...overrides })] };
  const running = await startFleet({ broker: broker.url, fleet, clock, log: (line) => void warnings.push(line) });
  onTestFinished(() => running.stop());
  await expect.poll(() => (clock.advance(1), running.station(NAME)?.isReporting())).toBe(true);

  const acks = () => broker.received.flatMap((message) => (message.kind === "cmd_ack" ? [message.payload] : []));
  let commandCount = 0;

  function command(name: string, data: unknown = {}, more: Partial<Cmd> = {}): Cmd {
    commandCount++;
    return { v: 1, id: `command ${commandCount}`, name, instance: "server 1", expires_at: HOUR_MS, data, ...more };
  }

  /** Sends a command and waits for the next answer. */
  async function send(one: Cmd): Promise<CmdAck> {
    const before = acks().length;
    broker.sendCommand(NAME, one);
    await broker.until(() => acks().length > before);
    const ack = acks()[before];
    if (!ack) throw new Error("There is no answer.");
    return ack;
  }

  return { broker, clock, command, send, acks, warnings, station: running.station(NAME) };
}

/** A real HTTP server that answers uploads with `status`. */
async function openServer(status = 204) {
  const taken: { path: string; bytes: Buffer; type: string | undefined }[] = [];
  const server = createServer(async (request, response) => {
    const bytes = await buffer(request);
    taken.push({ path: `${request.method} ${request.url}`, bytes, type: request.headers["content-type"] });
    response.writeHead(status).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void (server.closeAllConnections(), server.close()));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  return { taken, url: (path: string) => `http://127.0.0.1:${port}/${path}` };
}

test("a station answers a ping with the id and instance of the command", async () => {
  const { send, command } = await openStation();
  const ping = command("ping", {}, { instance: "server 7" });
  expect(await send(ping)).toEqual({ v: 1, id: ping.id, instance: "server 7", code: 0, message: "", output: null });
});

test("a capture uploads an image of each camera, reports its progress, and then that it is done", async () => {
  const { send, command, broker } = await openStation();
  const server = await openServer();
  const uploads = [
    { camera: "cam0", url: server.url("front") },
    { camera: "cam1", url: server.url("pad") },
  ];
  const ack = await send(command("capture", { lights_on: true, uploads }));
  expect(ack).toMatchObject({ code: COMMAND_CODES.done, output: { failed: [] } });
  expect(server.taken.map(({ path, type }) => `${path} ${type}`)).toEqual([
    "PUT /front image/jpeg",
    "PUT /pad image/jpeg",
  ]);
  const [front, pad] = server.taken;
  expect(front?.bytes.subarray(0, 3).toString("hex")).toBe("ffd8ff");
  expect(pad?.bytes.equals(front?.bytes ?? Buffer.alloc(0))).toBe(false);
  const progress = broker.received.flatMap((message) =>
    message.kind === "cmd_progress" ? [message.payload.data] : [],
  );
  expect(progress).toEqual([0, 1, 2].map((done) => ({ done, of: 2 })));
});

test("a duplicate command is not run again, and gets the first answer", async () => {
  const { send, command, acks } = await openStation();
  const server = await openServer();
  const capture = command("capture", { lights_on: false, uploads: [{ camera: "cam0", url: server.url("a") }] });
  const first = await send(capture);
  const again = await send({ ...capture, expires_at: 0 });
  expect(again).toEqual(first);
  expect(acks()).toHaveLength(2);
  expect(server.taken).toHaveLength(1);
});

test("a duplicate of a command that is running is answered once", async () => {
  const { send, command, acks, broker } = await openStation();
  const server = await openServer();
  const capture = command("capture", { lights_on: false, uploads: [{ camera: "cam0", url: server.url("a") }] });
  for (let times = 0; times < 5; times++) broker.sendCommand(NAME, capture);
  await broker.until(() => acks().length > 0);
  // Any answers to those five arrive before the answer to this.
  const next = command("capture", { lights_on: false, uploads: [{ camera: "cam0", url: server.url("b") }] });
  expect((await send(next)).id).toBe(next.id);
  expect(server.taken.map(({ path }) => path)).toEqual(["PUT /a", "PUT /b"]);
});

test("a station forgets commands after a day", async () => {
  const { send, command, clock } = await openStation();
  const ping = command("ping", {}, { expires_at: HOUR_MS });
  await send(ping);
  clock.advance(DAY_MS);
  await send(command("ping", {}, { expires_at: 2 * DAY_MS }));
  expect(await send(ping)).toMatchObject({ code: COMMAND_CODES.expired });
});

test("a command is rejected once it has expired by the server's clock, whatever the station's own clock shows", async () => {
  const { send, command, clock } = await openStation();
  expect(await send(command("ping", {}, { expires_at: 1_000 }))).toMatchObject({ code: COMMAND_CODES.done });
  clock.advance(2_000);
  const late = await send(command("ping", {}, { expires_at: 1_000 }));
  expect(late).toMatchObject({ code: COMMAND_CODES.expired, message: "The command has expired.", output: null });
});

test("a camera that is missing, unknown, or whose image is rejected fails with a sentence, the others do not", async () => {
  const behaviour = { ...QUIET, faults: ["camera_missing" as const] };
  const { send, command } = await openStation({ behaviour });
  const [server, refusing] = [await openServer(), await openServer(404)];
  const uploads = [
    { camera: "cam0", url: server.url("front") },
    { camera: "cam1", url: server.url("pad") },
    { camera: "cam9", url: server.url("what") },
  ];
  const ack = await send(command("capture", { lights_on: true, uploads }));
  const missing = "It is not detected on USB.";
  expect(ack.output).toEqual({ failed: ["cam1", "cam9"].map((camera) => ({ camera, message: missing })) });
  expect(server.taken).toHaveLength(1);
  const refused = await send(
    command("capture", { lights_on: true, uploads: [{ camera: "cam0", url: refusing.url("used") }] }),
  );
  const message = "The server rejected its image (status 404).";
  expect(refused.output).toEqual({ failed: [{ camera: "cam0", message }] });
});

test("an upload to an unreachable server fails with a sentence", async () => {
  const { send, command } = await openStation();
  const uploads = [
    { camera: "cam0", url: "http://127.0.0.1:1/never" },
    { camera: "cam1", url: "file:///etc/passwd" },
  ];
  const ack = await send(command("capture", { lights_on: false, uploads }));
  expect(ack.output).toEqual({
    failed: [
      { camera: "cam0", message: "Its image could not be sent to the server." },
      { camera: "cam1", message: "The upload address is not an HTTP address." },
    ],
  });
});

test("without its hexboard a station cannot switch the lights on, but takes images without them", async () => {
  const behaviour = { ...QUIET, faults: ["hexboard_missing" as const] };
  const { send, command } = await openStation({ behaviour });
  const server = await openServer();
  const uploads = [{ camera: "cam0", url: server.url("a") }];
  const message = "The HexBoard was not found, so the lights cannot be switched on.";
  const lit = await send(command("capture", { lights_on: true, uploads }));
  expect(lit).toMatchObject({ code: COMMAND_CODES.failed, message });
  expect(await send(command("capture", { lights_on: false, uploads }))).toMatchObject({ code: COMMAND_CODES.done });
});

test("a station supports exactly the commands in its capabilities", async () => {
  const { send, command } = await openStation();
  const able = capabilitiesOf(fleetStation());
  for (const name of Object.keys(commands)) {
    const { code } = await send(command(name));
    expect([name, code !== COMMAND_CODES.unknown]).toEqual([name, able.commands.includes(name)]);
  }
  expect(able.streams).toBeGreaterThan(0);
  const other = { code: COMMAND_CODES.unknown, message: "This station does not know the command." };
  expect(await send(command("dance"))).toMatchObject(other);
  expect(await send(command("capture", { lights_on: "yes" }))).toMatchObject({ code: COMMAND_CODES.invalid });
});
