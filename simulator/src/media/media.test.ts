import { COMMAND_CODES } from "@groundcrew/shared/link";
import { expect, onTestFinished, test } from "vitest";
import { newMachine } from "../model/index.ts";
import { fleetStation } from "../../test/fleet-station.ts";
import { openViewer } from "../../test/viewer.ts";
import { sceneOf } from "../scene.ts";
import { openMedia } from "./media.ts";

const station = fleetStation();
const machine = { ...newMachine(station, { swaps: 0, cycles: station.cycles }, Date.now()), docked: true };
const cameras = station.cameras.map(({ id, name }) => ({ id, name }));
const noServers = {
  stun_url: null,
  stun_port: null,
  turn_protocol: null,
  turn_url: null,
  turn_port: null,
  username: null,
  credential: null,
};

function aFleet(camera: string | null = null) {
  const log: string[] = [];
  const look = () => sceneOf(station, { ...machine, at: Date.now() }, true);
  const media = openMedia({ look, camera, log: (line) => log.push(line) });
  onTestFinished(() => media.stop());
  const ask = (name: Parameters<typeof media.ask>[0]["name"], data: object, of = station.name) =>
    media.ask({ station: of, name, data, cameras });
  const open = (stream: string, of = ["cam0"]) => ask("stream_open", { stream, cameras: of, turn: noServers });
  return { media, log, ask, open };
}

function offerOf({ output }: { output: unknown }): string {
  if (typeof output === "object" && output && "sdp_offer" in output) return String(output.sdp_offer);
  throw new Error("There is no offer.");
}

test("a stream shows pictures that move, though the viewer's candidates come before its answer", async () => {
  const { ask, open } = aFleet();
  const viewer = openViewer();
  onTestFinished(() => viewer.close());
  const opened = await open("s1", ["cam0", "cam1"]);
  expect(offerOf(opened)).toMatch(/a=candidate:.*typ host/);
  expect(offerOf(opened)).toContain("VP8");
  const sdp = await viewer.answer(offerOf(opened));
  await expect.poll(() => viewer.candidates.length).toBeGreaterThan(0);
  for (const { candidate, sdpMid: sdp_mid, sdpMLineIndex: sdp_m_line_index } of viewer.candidates) {
    const told = await ask("stream_candidate", { stream: "s1", candidate, sdp_mid, sdp_m_line_index });
    expect(told.code).toBe(COMMAND_CODES.done);
  }
  expect((await ask("stream_answer", { stream: "s1", sdp })).code).toBe(COMMAND_CODES.done);
  await expect.poll(() => new Set(viewer.frames).size).toBeGreaterThanOrEqual(10);
  expect(viewer.tracks()).toBe(2);
});

test("a stream that was closed, of another station or never there is gone; closing it again is no failure", async () => {
  const { ask, open } = aFleet();
  expect((await ask("stream_heartbeat", { stream: "s1" })).code).toBe(COMMAND_CODES.gone);
  await open("s1");
  expect((await ask("stream_heartbeat", { stream: "s1" })).code).toBe(COMMAND_CODES.done);
  expect((await ask("stream_heartbeat", { stream: "s1" }, "gc-00000000a002")).code).toBe(COMMAND_CODES.gone);
  expect((await ask("stream_close", { stream: "s1" }, "gc-00000000a002")).code).toBe(COMMAND_CODES.done);
  expect((await ask("stream_heartbeat", { stream: "s1" })).code).toBe(COMMAND_CODES.done);
  for (const again of [1, 2]) expect([again, (await ask("stream_close", { stream: "s1" })).code]).toEqual([again, 0]);
  expect((await ask("stream_answer", { stream: "s1", sdp: "v=0" })).code).toBe(COMMAND_CODES.gone);
});

test("a station sends four streams at once, and says so to the fifth; closing one makes room", async () => {
  const { ask, open } = aFleet();
  const codes = await Promise.all(["a", "b", "c", "d", "e"].map(async (id) => (await open(id)).code));
  expect(codes.toSorted((one, other) => one - other)).toEqual([0, 0, 0, 0, COMMAND_CODES.busy]);
  await ask("stream_close", { stream: "a" });
  expect((await open("f")).code).toBe(COMMAND_CODES.done);
});

test("an answer that is none is refused, and the stream stays", async () => {
  const { ask, open } = aFleet();
  await open("s1");
  expect((await ask("stream_answer", { stream: "s1", sdp: "nonsense" })).code).toBe(COMMAND_CODES.failed);
  expect((await ask("stream_heartbeat", { stream: "s1" })).code).toBe(COMMAND_CODES.done);
  expect((await ask("stream_candidate", { stream: "s1" })).code).toBe(COMMAND_CODES.invalid);
});

test("when the process that sends the video is killed its streams are gone, and the next one starts it again", async () => {
  const { media, ask, open, log } = aFleet();
  await open("s1");
  const before = media.pid();
  process.kill(before ?? 0, "SIGKILL");
  await expect.poll(() => log).toEqual([expect.stringContaining("SIGKILL")]);
  expect((await ask("stream_heartbeat", { stream: "s1" })).code).toBe(COMMAND_CODES.gone);
  expect((await open("s2")).code).toBe(COMMAND_CODES.done);
  expect(media.pid()).not.toBe(before);
});
