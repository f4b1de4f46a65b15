import { COMMAND_CODES } from "@groundcrew/shared/link";
import { expect, onTestFinished, test, vi } from "vitest";
import { newMachine } from "../model/index.ts";
import { fleetStation } from "../../test/fleet-station.ts";
import { sceneOf } from "../scene.ts";
import { drawnFeed } from "./drawn-feed.ts";
import { createFeeds, type Feed } from "./feeds.ts";
import type { MediaRequest } from "./messages.ts";
import { createSceneCache } from "./scenes.ts";
import { createStreams } from "./streams.ts";

const station = fleetStation();
const machine = newMachine(station, { swaps: 0, cycles: station.cycles }, Date.now());
const cameras = station.cameras.map(({ id, name }) => ({ id, name }));
const turn = { stun_url: null, stun_port: null, turn_protocol: null, turn_url: null, turn_port: null };

function openStreams() {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const scenes = createSceneCache(() => {});
  scenes.update(sceneOf(station, machine, true));
  const feeds: Feed[] = [];
  const stopped: Feed[] = [];
  const streams = createStreams(
    createFeeds((ref) => {
      const feed = drawnFeed(ref, scenes);
      feeds.push(feed);
      return { ...feed, stop: () => (stopped.push(feed), feed.stop()) };
    }),
  );
  onTestFinished(() => streams.closeAll());
  let lastId = 0;
  const request = (name: MediaRequest["name"], data: object) =>
    streams.handle({ kind: "request", id: ++lastId, station: station.name, name, data, cameras });
  async function open(stream: string) {
    const opening = request("stream_open", {
      stream,
      cameras: ["cam0"],
      turn: { ...turn, username: null, credential: null },
    });
    await vi.advanceTimersByTimeAsync(100);
    return opening;
  }
  return { request, open, feeds, stopped };
}

test("a stream ends after 15 seconds without a heartbeat, and each heartbeat restarts them", async () => {
  const { request, open, feeds, stopped } = openStreams();
  expect((await open("s1")).code).toBe(COMMAND_CODES.done);
  for (const heartbeat of [1, 2]) {
    await vi.advanceTimersByTimeAsync(14_800);
    expect([heartbeat, (await request("stream_heartbeat", { stream: "s1" })).code]).toEqual([
      heartbeat,
      COMMAND_CODES.done,
    ]);
  }
  await vi.advanceTimersByTimeAsync(15_000);
  expect((await request("stream_heartbeat", { stream: "s1" })).code).toBe(COMMAND_CODES.gone);
  expect([feeds.length, stopped.length]).toEqual([1, 1]);
});

test("a camera has one feed for all its viewers, which stops with the last of them", async () => {
  const { request, open, feeds, stopped } = openStreams();
  await open("s1");
  await open("s2");
  expect(feeds).toHaveLength(1);
  await request("stream_close", { stream: "s1" });
  expect(stopped).toHaveLength(0);
  await request("stream_close", { stream: "s2" });
  expect(stopped).toHaveLength(1);
  await open("s3");
  expect(feeds).toHaveLength(2);
});
