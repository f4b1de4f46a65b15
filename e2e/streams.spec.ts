import { takeImagesOf } from "./camera-steps.ts";
import { stopClock } from "./clock.ts";
import { expectMoving, expectPlaying, framesDecoded, watchPeers } from "./live.ts";
import { ADMIN, USER } from "./station-parts.ts";
import { expect, test } from "./test.ts";

/** How often a stream is opened and closed in a row; long runs set 24. */
const CYCLES = Number(process.env["STREAM_CYCLES"] ?? "4");
/** The server accepts at most 20 new streams of a station per minute. */
const CYCLES_A_STATION = 16;

test.describe("live video", () => {
  test.beforeEach(({ page }) => watchPeers(page));

  // @spec 57.3, 57.4, 60.1, 60.2, 178.2, 178.5, 309.2
  test("of the camera in use plays at once, with moving images and statistics; closing deletes the stream", async ({
    login,
    system,
  }) => {
    const { name, serial_number, cameras } = await system.filmedStation("atlas");
    const inUse = cameras[0]?.name ?? "";
    const page = await login(ADMIN, `/?stations-type=&stations-q=${encodeURIComponent(serial_number)}`);
    await page.getByRole("button", { name: `Details of ${serial_number}` }).click();
    await page.getByRole("button", { name: `${inUse} ON` }).click();
    const dialog = page.getByRole("dialog", { name: `${serial_number} - Cameras` });
    await dialog.getByRole("tab", { name: "Streams" }).click();
    await expect(dialog.getByRole("tablist", { name: "Cameras" }).getByRole("tab").first()).toHaveText(inUse);
    await expect(dialog.getByRole("tab", { name: inUse })).toHaveAttribute("aria-selected", "true");
    await expectMoving(page, inUse);

    await dialog.getByRole("button", { name: "Stream Info" }).click();
    const info = page.getByRole("dialog", { name: `${serial_number} - Stream Info` });
    const value = (label: string) => info.locator("dl > div").filter({ hasText: label }).getByRole("definition");
    await expect(value("State")).toHaveText("Playing");
    await expect(value("Station")).toHaveText(name);
    await expect(value("Stream ID")).toHaveText(/^[0-9a-f]{32}$/);
    await expect(value("Candidate pair")).toHaveText(/host|prflx|srflx/);
    await expect(value("Resolution")).toHaveText("640 × 360");
    await expect(value("Bitrate")).toHaveText(/\d (k|M)bit\/s/);
    const decoded = await value("Frames decoded").textContent();
    await expect(value("Frames decoded")).not.toHaveText(decoded ?? "");
    await info.getByRole("button", { name: "Close", exact: true }).click();

    const deleted = page.waitForResponse((reply) => reply.request().method() === "DELETE");
    await dialog.getByRole("button", { name: "Close", exact: true }).click();
    expect((await deleted).status()).toBe(204);
    const peers = () => page.evaluate(() => window.peersOfPage.map((of) => of.connectionState));
    await expect.poll(peers).toEqual(["closed"]);
  });

  // @spec 101.1
  test("keeps the still with its age until the first frame", async ({ login, system }) => {
    const page = await login(ADMIN);
    const { name, cameras } = await system.filmedStation("atlas");
    const [camera] = cameras;
    await takeImagesOf(page, name);
    // Delays the ICE answer, so that no video can arrive.
    const held = Promise.withResolvers<void>();
    await page.route("**/ice-answer", async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto(`/stations/${name}/streams`);
    const still = page.getByRole("img", { name: `Latest from ${camera?.name}, not live` });
    await expect(still).toBeVisible();
    await expect(page.getByText(/^Updated \d\d:\d\d$/)).toBeVisible();
    await expect(page.getByText("Loading live video")).toBeVisible();
    held.resolve();
    await expectMoving(page, camera?.name ?? "");
    await expect(still).toHaveCount(0);
  });

  // @spec 178.4, 272.1, 309.1
  test("that is frozen says so and shows the age of its image; a heartbeat answered 404 ends it", async ({
    login,
    system,
  }) => {
    const page = await login(ADMIN);
    const { name } = await system.filmedStation("universal");
    const opened = page.waitForResponse((reply) => reply.url().endsWith(`/api/stations/${name}/streams`));
    await page.goto(`/stations/${name}/streams`);
    const { id } = await (await opened).json();
    await expectPlaying(page);
    // The page believes that its heartbeats arrive, but the server receives none and ends the stream after 15 s.
    await page.route("**/heartbeats", (route) => route.fulfill({ status: 204 }));
    await expect.poll(() => system.endOf(id), { timeout: 60_000 }).toContain("silence");
    await expect(page.getByText(/^Frozen: last frame \d+ s ago$/)).toBeVisible();
    // The station's status next to it no longer says "online now".
    await expect(page.getByRole("main").getByText(/^ONLINEas of/)).toBeVisible();
    await page.unroute("**/heartbeats");
    const error = page.getByRole("alert");
    await expect(error).toContainText("Heartbeat failed: the stream has ended");
    await expect(error).toContainText(/Last frame \d+ s ago/);
  });

  // @spec 292.2
  test("breaks off with its process at the station, and Reload plays it again", async ({ login, system }) => {
    const { name } = await system.filmedStation("universal");
    const page = await login(ADMIN, `/stations/${name}/streams`);
    await expectPlaying(page);
    system.killMedia();
    await page.getByRole("alert").getByRole("button", { name: "Reload" }).click();
    await expectPlaying(page);
    await expect.poll(() => framesDecoded(page)).toBeGreaterThan(0);
  });

  test("opened and closed again and again leaves nothing behind", async ({ login, system }) => {
    test.setTimeout(240_000 + CYCLES * 10_000);
    const page = await login(ADMIN);
    let cycles = 0;
    while (cycles < CYCLES) {
      const { name, cameras } = await system.filmedStation("atlas", 1 + Math.floor(cycles / CYCLES_A_STATION));
      await page.goto(`/stations/${name}/streams`);
      const opened = () => page.evaluate(() => window.peersOfPage.length);
      for (let nth = 1; nth <= CYCLES_A_STATION && cycles < CYCLES; nth += 1, cycles += 1) {
        await expect.poll(opened).toBe(nth);
        await expectPlaying(page);
        await page.getByRole("tab", { name: cameras[nth % cameras.length]?.name ?? "", exact: true }).click();
      }
      await expectPlaying(page);
      const peers = () => page.evaluate(() => window.peersOfPage.map((of) => of.connectionState));
      await expect.poll(async () => (await peers()).filter((state) => state !== "closed").length).toBe(1);
      await page.goto("/stats");
    }
    await expect.poll(() => system.openStreams()).toBe(0);
  });

  for (const [what, change, sentence] of [
    ["without a usable relay server", { turn: noServers() }, "No ICE candidates"],
    ["without any server", { turn: null }, "No ICE candidates"],
    ["without an offer", { sdp_offer: "" }, "Create stream returned no data"],
    ["with an offer that is none", { sdp_offer: "nonsense" }, "Read offer failed: "],
  ] as const) {
    // @spec 178.3, 292.1
    test(`${what} says '${sentence}'`, async ({ login, system }) => {
      const page = await login(ADMIN);
      const { name } = await system.filmedStation("universal");
      await page.route(`**/api/stations/${name}/streams`, async (route) => {
        // `route.fetch` drops the headers that identify the request's origin.
        const headers = { ...route.request().headers(), origin: system.url, "sec-fetch-site": "same-origin" };
        const reply = await route.fetch({ headers });
        await route.fulfill({ response: reply, json: { ...(await reply.json()), ...change } });
      });
      const deleted = page.waitForRequest((request) => request.method() === "DELETE");
      await page.goto(`/stations/${name}/streams`);
      await expect(page.getByRole("alert")).toContainText(sentence);
      await deleted;
    });
  }

  // @spec 292.1
  test("of an offline station fails with the reason, and Reload plays once it is back", async ({
    login,
    system,
    problems,
  }) => {
    const { name } = await system.onlineStation("global");
    problems.allow(streamUnavailable(name));
    await system.unplug(name);
    const page = await login(ADMIN, `/stations/${name}/streams`);
    const error = page.getByRole("alert").filter({ hasText: "Create stream failed" });
    await expect(error).toContainText("Create stream failed: The station is offline, so no live video is available.");
    await system.plugIn(name);
    await error.getByRole("button", { name: "Reload" }).click();
    await expectPlaying(page);
  });

  test("that cannot be opened makes the page ask at once whether the station is still online", async ({
    login,
    system,
    problems,
  }) => {
    const { name } = await system.onlineStation("global");
    problems.allow(streamUnavailable(name));
    await system.unplug(name);
    const page = await login(ADMIN);
    const isStation = (url: URL) => url.pathname === `/api/stations/${name}`;
    let answers = 0;
    // Makes the page believe that the station is online.
    await page.route(isStation, async (route) => {
      const station = await (await route.fetch()).json();
      await route.fulfill({ json: { ...station, last_online_status: true } });
      answers += 1;
    });
    await page.goto(`/stations/${name}/streams`);
    const error = page.getByRole("alert").filter({ hasText: "Create stream failed: The station is offline" });
    await expect(error).toBeVisible();
    await expect(page.getByRole("main").getByText("Online now")).toBeVisible();

    // Stops the clock just after a poll, so that the next one is 15 seconds away.
    await stopClock(page);
    const before = answers;
    const untilAsked = async () => {
      await page.clock.runFor(1_000);
      return answers;
    };
    await expect.poll(untilAsked).toBeGreaterThan(before);
    await page.unroute(isStation);
    await error.getByRole("button", { name: "Reload" }).click();
    await expect(async () => {
      await page.clock.runFor(10);
      await expect(page.getByRole("main").getByText("Online now")).toHaveCount(0, { timeout: 100 });
    }).toPass();
    await expect(page.getByRole("main").getByText("OFFLINE", { exact: true })).toBeVisible();
    await system.plugIn(name);
  });

  test("of a station that is taken out of service ends with the next heartbeat", async ({ login, system }) => {
    const { name } = await system.filmedStation("global");
    const page = await login(ADMIN, `/stations/${name}/streams`);
    await expectPlaying(page);
    const edit = (data: object) => page.request.patch(`/api/stations/${name}`, { data });
    const isHeartbeat = (url: string) => url.endsWith("/heartbeats");
    const refused = page.waitForResponse((reply) => isHeartbeat(reply.url()) && reply.status() !== 204);
    const edited = await edit({ telemetry_enabled: false });
    expect((await edited.json()).last_online_status).toBe(false);
    let heartbeats = 0;
    page.on("request", (request) => (heartbeats += isHeartbeat(request.url()) ? 1 : 0));
    expect((await refused).status()).toBe(404);
    // One more may have been pending.
    expect(heartbeats).toBeLessThanOrEqual(2);
    await expect(page.getByRole("alert")).toContainText("Heartbeat failed: the stream has ended");
    expect((await edit({ telemetry_enabled: true })).status()).toBe(200);
    // The station was rejected in the meantime and would wait up to a minute before it reconnects.
    await system.unplug(name);
    await system.plugIn(name);
  });

  test("is nobody else's: another user's stream gets 404 on all calls", async ({ login, system, browser }) => {
    const page = await login(ADMIN);
    const { name: station, cameras } = await system.filmedStation("universal");
    const data = { cameras: cameras.slice(0, 1).map(({ id }) => id) };
    const opened = await page.request.post(`/api/stations/${station}/streams`, { data });
    const { id } = await opened.json();
    const context = await browser.newContext({ baseURL: system.url });
    const as = { email: USER, password: system.password };
    expect((await context.request.post("/api/sessions/current", { data: as })).status()).toBe(201);
    for (const stream of [id, "0".repeat(32)]) {
      const at = `/api/stations/${station}/streams/${stream}`;
      const candidate = { candidate: "", sdp_mid: "0", sdp_m_line_index: 0 };
      const replies = [
        await context.request.post(`${at}/ice-candidates`, { data: candidate }),
        await context.request.put(`${at}/ice-answer`, { data: { type: "answer", sdp: "v=0" } }),
        await context.request.post(`${at}/heartbeats`),
        await context.request.delete(at),
      ];
      expect(replies.map((reply) => reply.status())).toEqual([404, 404, 404, 404]);
    }
    expect((await page.request.post(`/api/stations/${station}/streams/${id}/heartbeats`)).status()).toBe(204);
    expect((await page.request.delete(`/api/stations/${station}/streams/${id}`)).status()).toBe(204);
    await context.close();
  });

  test("ends when its user logs out", async ({ login, system, problems }) => {
    // Any request of the page after that.
    problems.allow(/^GET \/api\/.* answered 401$/);
    const page = await login(ADMIN);
    const { name } = await system.filmedStation("atlas");
    const opened = page.waitForResponse((reply) => reply.url().endsWith(`/api/stations/${name}/streams`));
    await page.goto(`/stations/${name}/streams`);
    const { id } = await (await opened).json();
    await expectPlaying(page);
    // Blocks the page's own request to end the stream.
    await page.route(`**/streams/${id}`, (route) => route.abort());
    await page.request.delete("/api/sessions/current");
    await expect.poll(() => system.endOf(id)).toContain("session");
  });
});

/** The refusal to open a stream of a station that is offline. */
function streamUnavailable(name: string): RegExp {
  return new RegExp(`^POST /api/stations/${name}/streams answered 503$`);
}

function noServers() {
  const none = { stun_url: null, stun_port: null, turn_protocol: null, turn_url: null, turn_port: null };
  return { ...none, username: null, credential: null };
}
