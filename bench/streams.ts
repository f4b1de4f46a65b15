import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { chromium, type Browser, type Page } from "@playwright/test";
import type { StationType } from "@groundcrew/shared/telemetry";
import { ensureChromium } from "../scripts/chromium.ts";
import { startCoturn } from "../scripts/coturn.ts";
import { freeUdpPort } from "../server/src/platform/relay/stun.ts";
import { startTestSystem, type TestSystem } from "../e2e/test-system.ts";
import { numberOption } from "./fleet.ts";
import { machine, ms } from "./measure.ts";

/*
 * Live video in Chromium: from the click to the first frame, directly and through coturn; what a stream costs
 * the station's processor; and the memory of the process that sends it, after many were opened and closed. Linux only.
 *
 * node bench/streams.ts [--cycles 100]; a cycle opens and closes a stream
 */
const CYCLES = numberOption("cycles", 100);
/** The server lets a station's streams be opened 20 times a minute. */
const CYCLES_A_STATION = 16;
const CPU_MS = 10_000;
const TICKS_A_SECOND = 100;
const ADMIN = "admin@groundcrew.example";

const coturn = startCoturn({
  port: await freeUdpPort("127.0.0.1", 0),
  secret: "a secret of coturn for benchmarks, long",
});
const system = await startTestSystem({ settings: coturn.settings });
const args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"];
const browser = await chromium.launch({ executablePath: ensureChromium(console.log), args });
try {
  console.log(machine());
  report("click to first frame, direct", await measureOpening(await openPage(browser, "all"), CYCLES));
  report(
    "click to first frame, through coturn",
    await measureOpening(await openPage(browser, "relay"), CYCLES_A_STATION, "universal"),
  );
  for (const count of [1, 2]) await measureCost(browser, count);
} finally {
  await browser.close();
  await system.stop();
  await coturn.stop();
}

/** A page of the admin whose connections may only use this ICE transport policy. */
async function openPage(browser: Browser, policy: "all" | "relay"): Promise<Page> {
  const context = await browser.newContext({ baseURL: system.url });
  const page = await context.newPage();
  await page.request.post("/api/sessions/current", { data: { email: ADMIN, password: system.password } });
  await page.addInitScript(`{
    const Native = window.RTCPeerConnection;
    window.RTCPeerConnection = class extends Native {
      constructor(config) { super({ ...config, iceTransportPolicy: "${policy}" }); }
    };
  }`);
  return page;
}

/** Opens one camera after the other; resolves with how long each took to its first frame (ms). */
async function measureOpening(page: Page, count: number, type: StationType = "atlas"): Promise<number[]> {
  const times: number[] = [];
  const memory: number[] = [];
  for (let nth = 0; times.length < count; nth += 1) {
    const { name, cameras } = await system.stationWithCameras(type, nth);
    await page.goto(`/stations/${name}/streams`);
    await waitForVideo(page);
    for (let turn = 1; turn < CYCLES_A_STATION && times.length < count; turn += 1) {
      times.push(await firstFrame(page, cameras[turn % cameras.length]?.name ?? ""));
    }
    memory.push(memoryMb(system));
  }
  console.log(`memory of the sending process after every ${CYCLES_A_STATION}: ${memory.join(", ")} MB`);
  await page.context().close();
  return times;
}

/** Waits for live video; throws with the reason if there is none. */
async function waitForVideo(page: Page): Promise<void> {
  const alert = page.getByRole("alert");
  await page.getByText("Playing", { exact: true }).or(alert).waitFor();
  if (await alert.isVisible()) throw new Error(await alert.innerText());
}

async function firstFrame(page: Page, camera: string): Promise<number> {
  const time: unknown = await page.evaluate(`(async () => {
    const tab = [...document.querySelectorAll("[role=tab]")].find((element) => element.textContent === "${camera}");
    const video = document.querySelector("video");
    const before = video.srcObject;
    const start = performance.now();
    tab.click();
    while (!video.srcObject || video.srcObject === before) {
      if (document.querySelector("[role=alert]")) return Number.NaN;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await new Promise((resolve) => video.requestVideoFrameCallback(resolve));
    return performance.now() - start;
  })()`);
  await waitForVideo(page);
  return Number(time);
}

/** The CPU time that `count` simultaneous streams need in the process that sends them. */
async function measureCost(browser: Browser, count: number): Promise<void> {
  const pages = await Promise.all(Array.from({ length: count }, () => openPage(browser, "all")));
  for (const [nth, page] of pages.entries()) {
    const { name } = await system.stationWithCameras("atlas", nth);
    await page.goto(`/stations/${name}/streams`);
    await waitForVideo(page);
  }
  const before = cpuMs(system);
  await sleep(CPU_MS);
  const share = (cpuMs(system) - before) / CPU_MS / count;
  console.log(`${count} stream${count > 1 ? "s" : ""}: ${(share * 100).toFixed(1)} % of a core each`);
  for (const page of pages) await page.context().close();
}

function report(what: string, times: number[]): void {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => ms(sorted[Math.floor(sorted.length * share)] ?? 0);
  console.log(`${what}: median ${at(0.5)} ms, p95 ${at(0.95)} ms, ${times.length} times`);
}

function cpuMs(system: TestSystem): number {
  const fields = readFileSync(`/proc/${system.mediaPid()}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND) * 1_000;
}

function memoryMb(system: TestSystem): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${system.mediaPid()}/status`, "utf8")) ?? [];
  return Math.round(Number(kilobytes) / 1_024);
}
