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

function openFleet(camera: string | null = null) {
  const log: string[] = [];
  const currentScene = () => sceneOf(station, { ...machine, at: Date.now() }, true);
  const media = openMedia({ currentScene, camera, log: (line) => log.push(line) });
  onTestFinished(() => media.stop());
  const request = (name: Parameters<typeof media.request>[0]["name"], data: object, stationName = station.name) =>
    media.request({ station: stationName, name, data, cameras });
  const open = (stream: string, cameraIds = ["cam0"]) =>
    request("stream_open", { stream, cameras: cameraIds, turn: noServers });
  return { media, log, request, open };
}

function offerOf({ output }: { output: unknown }): string {
  if (typeof output === "object" && output && "sdp_offer" in output) return String(output.sdp_offer);
  throw new Error("There is no offer.");
}

test("a stream delivers changing frames, even if the viewer's candidates arrive before its answer", async () => {
  const { request, open } = openFleet();
  const viewer = openViewer();
  onTestFinished(() => viewer.close());
  const opened = await open("s1", ["cam0", "cam1"]);
  expect(offerOf(opened)).toMatch(/a=candidate:.*typ host/);
  expect(offerOf(opened)).toContain("VP8");
  const sdp = await viewer.answer(offerOf(opened));
  await expect.poll(() => viewer.candidates.length).toBeGreaterThan(0);
  for (const { candidate, sdpMid: sdp_mid, sdpMLineIndex: sdp_m_line_index } of viewer.candidates) {
    const outcome = await request("stream_candidate", { stream: "s1", candidate, sdp_mid, sdp_m_line_index });
    expect(outcome.code).toBe(COMMAND_CODES.done);
  }
  expect((await request("stream_answer", { stream: "s1", sdp })).code).toBe(COMMAND_CODES.done);
  await expect.poll(() => new Set(viewer.frames).size).toBeGreaterThanOrEqual(10);
  expect(viewer.tracks()).toBe(2);
});

test("a stream that is closed, unknown or of another station is gone; closing it again succeeds", async () => {
  const { request, open } = openFleet();
  expect((await request("stream_heartbeat", { stream: "s1" })).code).toBe(COMMAND_CODES.gone);
  await open("s1");
  expect((await request("stream_heartbeat", { stream: "s1" })).code).toBe(COMMAND_CODES.done);
  expect((await request("stream_heartbeat", { stream: "s1" }, "gc-00000000a002")).code).toBe(COMMAND_CODES.gone);
  expect((await request("stream_close", { stream: "s1" }, "gc-00000000a002")).code).toBe(COMMAND_CODES.done);
  expect((await request("stream_heartbeat", { stream: "s1" })).code).toBe(COMMAND_CODES.done);
  for (const again of [1, 2])
    expect([again, (await request("stream_close", { stream: "s1" })).code]).toEqual([again, 0]);
  expect((await request("stream_answer", { stream: "s1", sdp: "v=0" })).code).toBe(COMMAND_CODES.gone);
});

test("a station sends four streams at once and rejects a fifth until one is closed", async () => {
  const { request, open } = openFleet();
  const codes = await Promise.all(["a", "b", "c", "d", "e"].map(async (id) => (await open(id)).code));
  expect(codes.toSorted((one, other) => one - other)).toEqual([0, 0, 0, 0, COMMAND_CODES.busy]);
  await request("stream_close", { stream: "a" });
  expect((await open("f")).code).toBe(COMMAND_CODES.done);
});

test("an invalid answer is rejected, and the stream stays open", async () => {
  const { request, open } = openFleet();
  await open("s1");
  expect((await request("stream_answer", { stream: "s1", sdp: "nonsense" })).code).toBe(COMMAND_CODES.failed);
  expect((await request("stream_heartbeat", { stream: "s1" })).code).toBe(COMMAND_CODES.done);
  expect((await request("stream_candidate", { stream: "s1" })).code).toBe(COMMAND_CODES.invalid);
});

test("when the media process is killed its streams are gone, and the next one starts a new process", async () => {
  const { media, request, open, log } = openFleet();
  await open("s1");
  const before = media.pid();
  process.kill(before ?? 0, "SIGKILL");
  await expect.poll(() => log).toEqual([expect.stringContaining("SIGKILL")]);
  expect((await request("stream_heartbeat", { stream: "s1" })).code).toBe(COMMAND_CODES.gone);
  expect((await open("s2")).code).toBe(COMMAND_CODES.done);
  expect(media.pid()).not.toBe(before);
});
