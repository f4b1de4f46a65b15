import { listCameras } from "@groundcrew/shared/cameras";
import { answerStream, keepStreamOpen, closeStream, openStream } from "@groundcrew/shared/streams";
import { getStation } from "@groundcrew/shared/stations";
import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { fakeClock, stoppedClock } from "../../test/clock.ts";
import { onlineStation, startFakeConsole } from "../../test/fake-console.ts";
import { Rejection } from "../../test/fake-server.ts";
import { serveStreamCalls, sampleStream, startFilming } from "../../test/fake-streams.ts";
import { openConsole } from "../../test/open-console.tsx";

const STREAMS = "/stations/gc-000000000001/streams";
const OFFLINE = "The station is offline, so no live video is available.";
const NO_SERVERS = {
  stun_url: null,
  stun_port: null,
  turn_protocol: null,
  turn_url: null,
  turn_port: null,
  username: null,
  credential: null,
};

const playing = () => page.getByText("Playing", { exact: true });
const failure = () => page.getByRole("alert").filter({ hasText: /No video was received|Last frame/ });

describe("live video", () => {
  // @spec 178.3, 292.1
  test.each([
    ["without a usable relay server", { turn: NO_SERVERS }, "No ICE candidates"],
    ["without any server", { turn: null }, "No ICE candidates"],
    ["without an offer", { sdp_offer: "" }, "Create stream returned no data"],
    ["with an offer that is none", { sdp_offer: "nonsense" }, "Read offer failed: "],
  ])("%s says why it does not play, and ends its stream", async (_, reply, sentence) => {
    const server = startFakeConsole();
    serveStreamCalls(server);
    server.on(openStream, async () => ({ status: 201 as const, body: sampleStream(reply) }));
    openConsole(STREAMS);
    await expect.element(failure()).toMatchTextContent(sentence);
    await expect.poll(() => server.requestsTo(closeStream).length).toBe(1);
  });

  // @spec 292.1
  test("of an offline station fails with the reason, and Reload plays once it is back", async () => {
    const server = startFakeConsole();
    openConsole(STREAMS);
    await expect.element(failure()).toMatchTextContent(`Create stream failed: ${OFFLINE}`);
    startFilming(server);
    await failure().getByRole("button", { name: "Reload" }).click();
    await expect.element(playing()).toBeVisible();
    await expect.element(failure()).not.toBeInTheDocument();
  });

  test("that cannot be opened makes the page check at once whether the station is still online", async () => {
    const server = startFakeConsole();
    const { promise: refused, resolve: refuse } = Promise.withResolvers<void>();
    server.on(openStream, async () => {
      await refused;
      throw new Rejection(503, OFFLINE);
    });
    // The next regular check would be 15 seconds later.
    const clock = stoppedClock();
    const { main } = openConsole(STREAMS);
    const count = async (text: string) => {
      await clock.pass(10);
      return main.getByText(text, { exact: true }).elements().length;
    };
    await expect.poll(() => count("Last Online now")).toBe(1);
    await expect.poll(() => server.requestsTo(openStream).length).toBe(1);
    const offline = onlineStation({ last_online_status: false });
    server.on(getStation, async () => ({ status: 200 as const, body: offline }));
    refuse();
    await expect.poll(() => count("OFFLINE")).toBe(1);
    expect(await count("Last Online now")).toBe(0);
  });

  // @spec 101.1
  test("shows the latest image with its age until the first frame", async () => {
    const server = startFakeConsole();
    const station = startFilming(server);
    const released = Promise.withResolvers<void>();
    server.on(answerStream, async ({ body }) => {
      await released.promise;
      await station.peers()[0]?.setRemoteDescription({ type: "answer", sdp: body.sdp });
      return { status: 204 as const, body: null };
    });
    openConsole(STREAMS);
    const image = page.getByRole("img", { name: "Latest from camera_front, not live" });
    await expect.element(image).toBeVisible();
    await expect.element(page.getByText(/^Updated \d\d:\d\d$/)).toBeVisible();
    await expect.element(page.getByText("Loading live video")).toBeVisible();
    released.resolve();
    await expect.element(playing()).toBeVisible();
    await expect.element(image).not.toBeInTheDocument();
  });

  // @spec 178.4, 272.1, 309.1
  test("sends a heartbeat every 5 seconds, and ends when one gets a 404", async () => {
    const server = startFakeConsole();
    startFilming(server);
    const clock = fakeClock();
    openConsole(STREAMS);
    await expect.element(playing()).toBeVisible();
    const heartbeats = () => server.requestsTo(keepStreamOpen).length;
    await expect.poll(() => clock.pass(500).then(heartbeats)).toBe(1);
    await clock.pass(15_000);
    expect(heartbeats()).toBe(4);
    server.on(keepStreamOpen, async () => {
      throw new Rejection(404, "This stream has ended.");
    });
    await clock.pass(5_000);
    await expect.element(failure()).toMatchTextContent("Heartbeat failed: the stream has ended");
    await expect.element(failure()).toMatchTextContent(/Last frame \d+ s ago/);
    const after = heartbeats();
    await clock.pass(15_000);
    expect(heartbeats()).toBe(after);
  });

  test("that is frozen says so and shows the age of its last frame, and its station no longer looks online", async () => {
    const server = startFakeConsole();
    const station = startFilming(server);
    const clock = fakeClock();
    const { main } = openConsole(STREAMS);
    await expect.element(playing()).toBeVisible();
    await expect.element(main.getByText("ONLINE", { exact: true })).toBeVisible();
    station.freeze();
    await expect.poll(() => passUntilFrozen(clock)).toBe(true);
    await expect.element(main.getByText(/^ONLINEas of/)).toBeVisible();
  });

  test("that never sends a frame fails after 25 seconds, and names a firewall as a possible cause", async () => {
    const server = startFakeConsole();
    startFilming(server);
    server.on(answerStream, async () => ({ status: 204 as const, body: null }));
    const clock = fakeClock();
    openConsole(STREAMS);
    await expect.poll(() => server.requestsTo(answerStream).length).toBe(1);
    await clock.pass(27_000);
    await expect
      .element(failure())
      .toMatchTextContent("Connect failed: no video was received; a firewall may be blocking it");
  });

  test("of one camera after another leaves only the last stream open", async () => {
    const server = startFakeConsole();
    const names = ["camera_front", "camera_rear"];
    server.on(listCameras, async () => ({
      status: 200 as const,
      body: names.map((name, nth) => ({ id: `cam-${nth}`, name, in_use: nth === 0 })),
    }));
    const station = startFilming(server);
    const { router } = openConsole(STREAMS);
    await expect.element(playing()).toBeVisible();
    for (const name of names.toReversed()) {
      await page.getByRole("tab", { name, exact: true }).click();
      await expect.element(page.getByLabelText(`Live video of ${name}`)).toBeVisible();
      await expect.element(playing()).toBeVisible();
    }
    const opened = () => server.requestsTo(openStream).length;
    const closed = () => server.requestsTo(closeStream).length;
    expect(opened()).toBe(station.peers().length);
    await expect.poll(() => opened() - closed()).toBe(1);
    await router.navigate({ to: "/stats" });
    await expect.poll(() => opened() - closed()).toBe(0);
  });
});

/** Lets a second pass, and returns whether the video is shown as frozen. */
async function passUntilFrozen(clock: ReturnType<typeof fakeClock>): Promise<boolean> {
  await clock.pass(1_000);
  return page.getByText(/^Frozen: last frame \d+ s ago$/).elements().length > 0;
}
