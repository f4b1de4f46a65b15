import { DEMO_PASSWORD } from "@groundcrew/server/demo";
import { chromium, type CDPSession, type Page } from "@playwright/test";
import { ensureChromium } from "../../scripts/chromium.ts";
import { buildWeb } from "../../scripts/web-build.ts";
import { openList } from "../list-child.ts";
import { machine, ms } from "../measure.ts";
import { print, settle, threadTime, timed } from "./timing.ts";

/*
 * The Station Config table in a browser, with every column of every atlas station: how long someone waits for it, and how much
 * of the page's main thread each thing takes. Times are from the press until the changed table is painted.
 *
 * node bench/browser/config-table.ts [stations, 16000 by default, of which 10,000 are atlas]
 */
const STATIONS = Number(process.argv[2] ?? 16_000);
const RUNS = 6;
const TABLE = 'section[aria-label="Station Config"]';
const EVERYTHING = "/ssot?stations-f-actual=0&config-identical=1&config-unused=1";

await buildWeb(console.log);
console.log(machine());
const child = await openList(STATIONS);
const browser = await chromium.launch({
  executablePath: ensureChromium(console.log),
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
try {
  const context = await browser.newContext({ baseURL: child.url, viewport: { width: 1440, height: 900 } });
  const data = { email: "admin@groundcrew.example", password: DEMO_PASSWORD };
  await context.request.post("/api/sessions/current", { data });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  const devtools = await context.newCDPSession(page);
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  console.log("\n| with all stations to load | best | middle | main thread |\n|---|---|---|---|");
  await print("link → first paint", 3, async () => {
    await page.goto("/stats");
    await settle(page);
    return timed(page, devtools, {
      act: () => page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "SSoT" }).click(),
      shows: `${TABLE} [role="cell"]`,
    });
  });
  await measureTable(page, devtools, `${EVERYTHING}&config-newest=1`);
  await measureTable(page, devtools, EVERYTHING);
} finally {
  await browser.close();
  await child.stop();
}

async function measureTable(page: Page, devtools: CDPSession, path: string): Promise<void> {
  await page.goto(path);
  const table = page.getByRole("table", { name: "Station Config" });
  await table.waitFor();
  if (!path.includes("config-newest"))
    await page
      .getByRole("img", { name: /^Earlier revision/ })
      .first()
      .waitFor();
  await settle(page);
  const [rows, columns] = await Promise.all([table.getAttribute("aria-rowcount"), table.getAttribute("aria-colcount")]);
  console.log(`\n| ${Number(rows) - 2} rows of ${columns} columns | best | middle | main thread |\n|---|---|---|---|`);
  await print("highlight, the other mode", RUNS, (run) => {
    const mode = run % 2 === 0 ? "changed_vs_next" : "modal";
    return timed(page, devtools, {
      act: () => page.getByRole("button", { name: mode, exact: true }).click(),
      changes: TABLE,
    });
  });
  await print("reverse the order", RUNS, () =>
    timed(page, devtools, { act: () => page.getByRole("button", { name: "Reverse order" }).click(), changes: TABLE }),
  );
  await measureScrolling(page, devtools, { x: 0, y: 400 });
  await measureScrolling(page, devtools, { x: 250, y: 0 });
}

async function measureScrolling(page: Page, devtools: CDPSession, { x, y }: { x: number; y: number }): Promise<void> {
  await page.mouse.move(700, 600);
  const frames = page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const gaps: number[] = [];
        let last = performance.now();
        const end = last + 4_000;
        const look = (now: number) => {
          gaps.push(now - last);
          last = now;
          if (now < end) requestAnimationFrame(look);
          else resolve(gaps);
        };
        requestAnimationFrame(look);
      }),
  );
  const before = await threadTime(devtools);
  let steps = 0;
  for (const end = performance.now() + 4_000; performance.now() < end; steps += 1) {
    // To and fro, since the columns end sooner than the time.
    await page.mouse.wheel(steps % 60 < 30 ? x : -x, y);
  }
  const gaps = (await frames).sort((one, other) => one - other);
  const perStep = ((await threadTime(devtools)) - before) / steps;
  const at = (share: number) => ms(gaps[Math.floor(gaps.length * share)] ?? 0);
  const what = x === 0 ? `down by ${y} px` : `sideways by ${x} px`;
  console.log(`| scroll ${what}, ${steps} times | frame ${at(0.5)} ms | p95 ${at(0.95)} ms | ${ms(perStep)} ms |`);
}
