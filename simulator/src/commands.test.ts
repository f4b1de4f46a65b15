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

/** A station on a broker whose clock stands at 0 when the station is born. */
async function aStation(given: Partial<FleetStation> = {}) {
  const broker = await startBroker({ pace: { min: 10, max: 60 } });
  onTestFinished(() => broker.stop());
  const clock = fakeClock(MONDAY);
  const warnings: string[] = [];
  const fleet = { v: 1 as const, stations: [fleetStation({ behaviour: QUIET, ...given })] };
  const running = await startFleet({ broker: broker.url, fleet, clock, log: (line) => void warnings.push(line) });
  onTestFinished(() => running.stop());
  await expect.poll(() => (clock.advance(1), running.station(NAME)?.isReporting())).toBe(true);

  const acks = () => broker.said.flatMap((said) => (said.kind === "cmd_ack" ? [said.payload] : []));
  let asked = 0;

  function command(name: string, data: unknown = {}, more: Partial<Cmd> = {}): Cmd {
    asked++;
    return { v: 1, id: `command ${asked}`, name, instance: "server 1", expires_at: HOUR_MS, data, ...more };
  }

  /** Asks, and waits for the next answer. */
  async function ask(one: Cmd): Promise<CmdAck> {
    const before = acks().length;
    broker.ask(NAME, one);
    await broker.until(() => acks().length > before);
    const ack = acks()[before];
    if (!ack) throw new Error("There is no answer.");
    return ack;
  }

  return { broker, clock, command, ask, acks, warnings, station: running.station(NAME) };
}

/** A real HTTP server that takes pictures, or refuses them. */
async function aServer(status = 204) {
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

test("a station answers a sign of life under the id and to the server that asked", async () => {
  const { ask, command } = await aStation();
  const ping = command("ping", {}, { instance: "server 7" });
  expect(await ask(ping)).toEqual({ v: 1, id: ping.id, instance: "server 7", code: 0, message: "", output: null });
});

test("a capture brings a picture of each camera to its address, tells how far it is, and then that it is done", async () => {
  const { ask, command, broker } = await aStation();
  const server = await aServer();
  const uploads = [
    { camera: "cam0", url: server.url("front") },
    { camera: "cam1", url: server.url("pad") },
  ];
  const ack = await ask(command("capture", { lights_on: true, uploads }));
  expect(ack).toMatchObject({ code: COMMAND_CODES.done, output: { failed: [] } });
  expect(server.taken.map(({ path, type }) => `${path} ${type}`)).toEqual([
    "PUT /front image/jpeg",
    "PUT /pad image/jpeg",
  ]);
  const [front, pad] = server.taken;
  expect(front?.bytes.subarray(0, 3).toString("hex")).toBe("ffd8ff");
  expect(pad?.bytes.equals(front?.bytes ?? Buffer.alloc(0))).toBe(false);
  const told = broker.said.flatMap((said) => (said.kind === "cmd_progress" ? [said.payload.data] : []));
  expect(told).toEqual([0, 1, 2].map((done) => ({ done, of: 2 })));
});

test("a command that comes again is not done again, and answered as it was", async () => {
  const { ask, command, acks } = await aStation();
  const server = await aServer();
  const capture = command("capture", { lights_on: false, uploads: [{ camera: "cam0", url: server.url("a") }] });
  const first = await ask(capture);
  const again = await ask({ ...capture, expires_at: 0 });
  expect(again).toEqual(first);
  expect(acks()).toHaveLength(2);
  expect(server.taken).toHaveLength(1);
});

test("a command that comes again while it is at work is answered once", async () => {
  const { ask, command, acks, broker } = await aStation();
  const server = await aServer();
  const capture = command("capture", { lights_on: false, uploads: [{ camera: "cam0", url: server.url("a") }] });
  for (let times = 0; times < 5; times++) broker.ask(NAME, capture);
  await broker.until(() => acks().length > 0);
  // Whatever those five led to comes before the answer to this.
  const next = command("capture", { lights_on: false, uploads: [{ camera: "cam0", url: server.url("b") }] });
  expect((await ask(next)).id).toBe(next.id);
  expect(server.taken.map(({ path }) => path)).toEqual(["PUT /a", "PUT /b"]);
});

test("a station forgets what it was asked a day ago", async () => {
  const { ask, command, clock } = await aStation();
  const ping = command("ping", {}, { expires_at: HOUR_MS });
  await ask(ping);
  clock.advance(DAY_MS);
  await ask(command("ping", {}, { expires_at: 2 * DAY_MS }));
  expect(await ask(ping)).toMatchObject({ code: COMMAND_CODES.expired });
});

test("a command is refused from when it runs out by the server's clock, whatever the station's own shows", async () => {
  const { ask, command, clock } = await aStation();
  expect(await ask(command("ping", {}, { expires_at: 1_000 }))).toMatchObject({ code: COMMAND_CODES.done });
  clock.advance(2_000);
  const late = await ask(command("ping", {}, { expires_at: 1_000 }));
  expect(late).toMatchObject({ code: COMMAND_CODES.expired, message: "The command came too late.", output: null });
});

test("a camera that is missing, unknown, or whose picture is not taken fails with a sentence, the others do not", async () => {
  const behaviour = { ...QUIET, faults: ["camera_missing" as const] };
  const { ask, command } = await aStation({ behaviour });
  const [server, refusing] = [await aServer(), await aServer(404)];
  const uploads = [
    { camera: "cam0", url: server.url("front") },
    { camera: "cam1", url: server.url("pad") },
    { camera: "cam9", url: server.url("what") },
  ];
  const ack = await ask(command("capture", { lights_on: true, uploads }));
  const missing = "It is not detected on USB.";
  expect(ack.output).toEqual({ failed: ["cam1", "cam9"].map((camera) => ({ camera, message: missing })) });
  expect(server.taken).toHaveLength(1);
  const refused = await ask(
    command("capture", { lights_on: true, uploads: [{ camera: "cam0", url: refusing.url("used") }] }),
  );
  const message = "The server did not take its picture (status 404).";
  expect(refused.output).toEqual({ failed: [{ camera: "cam0", message }] });
});

test("a server that cannot be reached is a sentence", async () => {
  const { ask, command } = await aStation();
  const uploads = [
    { camera: "cam0", url: "http://127.0.0.1:1/never" },
    { camera: "cam1", url: "file:///etc/passwd" },
  ];
  const ack = await ask(command("capture", { lights_on: false, uploads }));
  expect(ack.output).toEqual({
    failed: [
      { camera: "cam0", message: "Its picture could not be sent to the server." },
      { camera: "cam1", message: "Its picture cannot be sent there." },
    ],
  });
});

test("without its hexboard a station cannot switch the lights on, but takes pictures without", async () => {
  const behaviour = { ...QUIET, faults: ["hexboard_missing" as const] };
  const { ask, command } = await aStation({ behaviour });
  const server = await aServer();
  const uploads = [{ camera: "cam0", url: server.url("a") }];
  const message = "The HexBoard is not found, so the lights cannot be switched on.";
  const lit = await ask(command("capture", { lights_on: true, uploads }));
  expect(lit).toMatchObject({ code: COMMAND_CODES.failed, message });
  expect(await ask(command("capture", { lights_on: false, uploads }))).toMatchObject({ code: COMMAND_CODES.done });
});

test("what a station says it can do is what it does, and no more", async () => {
  const { ask, command } = await aStation();
  const able = capabilitiesOf(fleetStation());
  for (const name of Object.keys(commands)) {
    const { code } = await ask(command(name));
    expect([name, code !== COMMAND_CODES.unknown]).toEqual([name, able.commands.includes(name)]);
  }
  expect(able.streams).toBeGreaterThan(0);
  const other = { code: COMMAND_CODES.unknown, message: "This station does not know the command." };
  expect(await ask(command("dance"))).toMatchObject(other);
  expect(await ask(command("capture", { lights_on: "yes" }))).toMatchObject({ code: COMMAND_CODES.invalid });
});
