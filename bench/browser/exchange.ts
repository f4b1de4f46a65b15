import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { DEMO_PASSWORD, demoAccounts } from "@groundcrew/server/demo";
import { chromium } from "@playwright/test";
import { ensureChromium } from "../../scripts/chromium.ts";
import { buildWeb } from "../../scripts/web-build.ts";
import { everyTenant } from "../../server/src/platform/db/connect.ts";
import { openEventStream } from "../../server/test/event-stream.ts";
import { openFakeStation } from "../../server/test/fake-station.ts";
import { killableServer, WITH_LINK_THREAD } from "../../server/test/killable-server.ts";
import { valueIn } from "../../server/test/metrics.ts";
import { openNats } from "../../server/test/nats.ts";
import { percentile } from "../../server/test/percentile.ts";
import { sendMessage } from "../../server/test/station.ts";
import { addStations, envelope, teleOf } from "../../server/test/stations.ts";
import { cookieOf } from "../../server/test/writing-person.ts";
import { snapshotText } from "../ingest/messages.ts";
import { recordRow, takeRecords } from "./painted-row.ts";
import { machine } from "../measure.ts";
import { openOwnDatabase } from "../own-database.ts";

/*
 * Two servers, one of which has all stations, with and without NATS: how long it takes from a snapshot at one until its swaps are on the live stream
 * of the other, or painted in a browser that shows the list of the other, and the processor time of the other for each snapshot.
 *
 * node bench/browser/exchange.ts [--stations 1000] [--rate 200] [--seconds 30] [--rounds 2] [--painted]
 */
const text = (fallback: string) => ({ type: "string", default: fallback }) as const;
const { values } = parseArgs({
  options: {
    stations: text("1000"),
    rate: text("200"),
    seconds: text("30"),
    rounds: text("2"),
    painted: { type: "boolean", default: false },
    quiet: { type: "boolean" },
  },
});
const [STATIONS, RATE, SECONDS] = [Number(values.stations), Number(values.rate), Number(values.seconds)];
const WARM_UP_MS = 5_000;
const BYTES = 3_300;
const VARIANTS = 100;
const FACT_EVERY_MS = 150;
const WEB_APP = fileURLToPath(new URL("../../web/dist", import.meta.url));
const SECRET_KEY = "Wq3vN8pXz5Lr1Tb7Ky4Hd9Jm2Sc6Fg0A";

console.log(`${machine()}; ${STATIONS} stations, ${RATE} snapshots a second`);
const WATCHED = values.painted ? "painted in a browser at the other" : "live stream of the other";

if (values.painted) await buildWeb(console.log);
console.log(`| NATS | snapshot at one server → ${WATCHED}: p50, p99 | other server's CPU a snapshot |`);
console.log("|---|---|---|");
for (let round = 0; round < Number(values.rounds); round++) {
  for (const hasNats of [false, true]) console.log(`| ${hasNats ? "with" : "without"} | ${await measure(hasNats)} |`);
}

async function measure(hasNats: boolean): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "exchange-"));
  const database = await openOwnDatabase();
  const nats = hasNats ? await openNats(folder) : null;
  const open = (name: string) =>
    killableServer({
      DATABASE_URL: database.url,
      SECRET_KEY,
      DATA_DIR: join(folder, name),
      ...WITH_LINK_THREAD,
      ...(nats && { NATS_URL: nats.url }),
      ...(values.painted && { WEB_APP }),
    });
  const [owner, other] = [open("one"), open("two")];
  const { brokerPort } = await owner.start();
  const { url, opsUrl } = await other.start();
  const names = await addStations(everyTenant(database.db), STATIONS);
  const stations = await Promise.all(names.map((name) => openFakeStation(brokerPort, name, {})));
  const watcher = values.painted ? await openWatchingPage(url, names[0] ?? "") : await openWatchingStream(url);

  let [seq, sent] = [1, 0];
  function report(index: number, message: unknown): void {
    const client = stations[index]?.client;
    sent += 1;
    if (client) void sendMessage(client, "tele", message);
  }
  const reporting = setInterval(
    () => report(1 + (sent % (STATIONS - 1)), snapshotText(++seq, BYTES, VARIANTS)),
    1_000 / RATE,
  );
  await sleep(WARM_UP_MS);

  const delays: number[] = [];
  const [cpu, first, began] = [await cpuOf(opsUrl), sent, performance.now()];
  for (let swaps = 100; performance.now() - began < SECONDS * 1_000; swaps++) {
    const at = Date.now();
    report(0, teleOf(envelope(1, ++seq), { swaps_performed: swaps }));
    delays.push((await watcher.shows(swaps)) - at);
    await sleep(FACT_EVERY_MS * Math.random());
  }
  const perSnapshot = ((await cpuOf(opsUrl)) - cpu) / (sent - first);

  clearInterval(reporting);
  await watcher.close();
  await Promise.all(stations.map((station) => station.leave()));
  await Promise.all([owner.stop(), other.stop()]);
  await nats?.kill();
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
  const [p50, p99] = [0.5, 0.99].map((share) => Math.round(percentile(delays, share)));
  return `${p50} ms, ${p99} ms (${delays.length}) | ${Math.round(perSnapshot * 1e6)} µs`;
}

/** Sees swaps of a station. `shows` resolves with the time (ms) at which their number was seen. */
type Watcher = { shows: (swaps: number) => Promise<number>; close: () => Promise<unknown> };

async function openWatchingStream(url: string): Promise<Watcher> {
  const cookie = await cookieOf(url);
  const list = await fetch(`${url}/api/stations`, { headers: { cookie } });
  const stream = await openEventStream(`${url}/api/live?after=${list.headers.get("x-as-of")}`, { cookie });
  return {
    async shows(swaps) {
      while (!JSON.stringify(stream.events.splice(0)).includes(`"swaps_performed":${swaps}`)) await sleep(2);
      return Date.now();
    },
    close: () => stream.close(),
  };
}

async function openWatchingPage(url: string, station: string): Promise<Watcher> {
  const executablePath = ensureChromium(console.log);
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } });
  const [email, type] = [demoAccounts[0]?.email, "credentials"];
  await context.request.post("/api/sessions/current", { data: { type, email, password: DEMO_PASSWORD } });
  const page = await context.newPage();
  await page.goto(`/?stations-type=&stations-f-actual=0&stations-q=${station}`);
  await page.getByRole("button", { name: /^Details of/ }).click();
  await page.getByText("Live", { exact: true }).waitFor();
  await recordRow(page, station);
  return {
    async shows(swaps) {
      for (;;) {
        const shown = (await takeRecords(page)).find((row) => row.swaps === String(swaps));
        if (shown) return shown.at;
        await sleep(10);
      }
    },
    close: () => browser.close(),
  };
}

/** The processor time that a server has used (s). */
async function cpuOf(opsUrl: string): Promise<number> {
  const metrics = await (await fetch(new URL("/metrics", opsUrl))).text();
  return valueIn(metrics, "process_cpu_seconds_total") ?? 0;
}
