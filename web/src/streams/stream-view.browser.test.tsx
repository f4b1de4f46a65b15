import { keepStreamOpen, closeStream, openStream } from "@groundcrew/shared/streams";
import { expect, onTestFinished, test } from "vitest";
import { fakeClock } from "../../test/clock.ts";
import { Rejection, startFakeServer } from "../../test/fake-server.ts";
import { startFilming } from "../../test/fake-streams.ts";
import { createStreamView } from "./stream-view.ts";

const target = { station: "gc-000000000001", camera: "cam-1" };

/** A stream view with a video element, and every state that it has been in. */
function startView() {
  const server = startFakeServer();
  const station = startFilming(server);
  const view = createStreamView();
  const video = document.createElement("video");
  video.muted = true;
  video.autoplay = true;
  document.body.append(video);
  view.attach(video);
  const states = [view.snapshot().state.kind];
  view.subscribe(() => {
    const { kind } = view.snapshot().state;
    if (states.at(-1) !== kind) states.push(kind);
  });
  onTestFinished(() => {
    view.close();
    video.remove();
  });
  const hasFrame = () => view.snapshot().lastFrameAt !== null;
  return { server, station, view, video, states, hasFrame };
}

// @spec 178.1
test("a view is idle, loads, plays, and is idle again once it is closed", async () => {
  const { server, view, video, states, hasFrame } = startView();
  expect(view.debug()).toBeNull();
  expect(await view.statistics()).toBeNull();
  view.open(target);
  await expect.poll(hasFrame).toBe(true);
  expect(view.snapshot()).toMatchObject({ id: "0".repeat(32), isFrozen: false });
  // The first frame may arrive before the state of the connection changes.
  await expect.poll(view.debug).toMatchObject({ signaling: "stable", connection: "connected" });
  expect((await view.statistics())?.size).toBeGreaterThan(0);
  view.close();
  expect(states).toEqual(["idle", "loading", "playing", "idle"]);
  expect(view.snapshot()).toEqual({ state: { kind: "idle" }, id: null, lastFrameAt: null, isFrozen: false });
  expect(video.srcObject).toBeNull();
  await expect.poll(() => server.requestsTo(closeStream).length).toBe(1);
});

// @spec 178.1, 292.2
test("a view that has failed loads again with Reload, as a new stream; a view that has not failed does not", async () => {
  const { server, view, states, hasFrame } = startView();
  const clock = fakeClock();
  view.open(target);
  await expect.poll(hasFrame).toBe(true);
  view.reload();
  expect(server.requestsTo(openStream)).toHaveLength(1);
  server.on(keepStreamOpen, async () => {
    throw new Rejection(404, "This stream has ended.");
  });
  await clock.pass(5_000);
  await expect.poll(() => view.snapshot().state.kind).toBe("error");
  expect(view.debug()).toMatchObject({ connection: "closed" });
  view.reload();
  expect(view.snapshot()).toMatchObject({ state: { kind: "loading" }, id: null, lastFrameAt: null });
  await expect.poll(hasFrame).toBe(true);
  expect(states).toEqual(["idle", "loading", "playing", "error", "loading", "playing"]);
  expect(view.snapshot().id).toBe("1".padStart(32, "0"));
});

test("a view that is closed while its stream is opened ends the stream, and stays idle", async () => {
  const { server, view, states } = startView();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  server.on(openStream, async () => {
    await released;
    return { status: 201 as const, body: { id: "7".repeat(32), sdp_offer: "v=0", turn: null } };
  });
  view.open(target);
  await expect.poll(() => server.requestsTo(openStream).length).toBe(1);
  view.close();
  release();
  await expect
    .poll(() => server.requestsTo(closeStream).map(({ path }) => path))
    .toEqual([`/api/stations/gc-000000000001/streams/${"7".repeat(32)}`]);
  expect(states).toEqual(["idle", "loading", "idle"]);
});

test("a stream is opened only after the one before has ended, because the server limits how many are open", async () => {
  const { server, view, hasFrame } = startView();
  view.open(target);
  await expect.poll(hasFrame).toBe(true);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  server.on(closeStream, async () => {
    await released;
    return { status: 204 as const, body: null };
  });
  view.open({ ...target, camera: "cam-2" });
  await expect.poll(() => server.requestsTo(closeStream).length).toBe(1);
  // Nothing else is on its way.
  await expect.poll(() => server.pending()).toBe(1);
  expect(server.requestsTo(openStream)).toHaveLength(1);
  release();
  await expect
    .poll(() => server.requestsTo(openStream).map(({ body }) => body))
    .toEqual([{ cameras: ["cam-1"] }, { cameras: ["cam-2"] }]);
  await expect.poll(hasFrame).toBe(true);
});

// @spec 292.1
test("video that arrives without a video element is a failure that says so", async () => {
  const { view } = startView();
  view.attach(null);
  view.open(target);
  await expect
    .poll(() => view.snapshot().state)
    .toEqual({ kind: "error", message: "No video element found... this indicates a programming error" });
});

test("heartbeats that do not arrive end the stream after the third", async () => {
  const { server, view, hasFrame } = startView();
  const clock = fakeClock();
  view.open(target);
  await expect.poll(hasFrame).toBe(true);
  server.on(keepStreamOpen, async () => {
    throw new TypeError("Failed to fetch");
  });
  const missed = () => clock.pass(500).then(() => server.requestsTo(keepStreamOpen).length);
  await expect.poll(missed).toBe(2);
  expect(view.snapshot().state.kind).toBe("playing");
  await expect.poll(missed).toBe(3);
  await expect
    .poll(() => view.snapshot().state)
    .toMatchObject({
      kind: "error",
      message: expect.stringMatching(/^Heartbeat failed: Unable to contact the server/),
    });
});
