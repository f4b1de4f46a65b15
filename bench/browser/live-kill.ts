import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { listStations } from "@groundcrew/shared/stations";
import type { Page, Response } from "@playwright/test";
import { watchAndReturn, type Position, type ReturningWatcher } from "../live/returning-watcher.ts";
import { goal } from "../measure.ts";
import { measureOnPage } from "./measure-on-page.ts";

/*
 * How long it takes until 200 programs, which watch live changes as browsers do, and a browser have their streams again after the server was
 * killed with SIGKILL and started on the same data, and how many of them request the whole list. Another server process has to open
 * the database, and the stations connect to it again at the same time.
 *
 * node bench/browser/live-kill.ts [--stations 10000] [--quiet] [--kills 3]
 */
const PROGRAMS = 200;
const { values } = parseArgs({ options: { kills: { type: "string", default: "3" } }, strict: false });
const KILLS = Number(values.kills);
/** Until everything is as before: also what was requested late, because a list is repaired at most every ten seconds. */
const SETTLE_MS = 30 * SECOND_MS;
/** Between two kills: until the stations have connected again, and none counts as online only because it was before the restart. */
const RECONNECT_MS = 150 * SECOND_MS;
const LONGEST_MS = 180 * SECOND_MS;
/** The goal, from the kill until the last stream. */
const BACK_MS = 10 * SECOND_MS;

/** When a stream of the browser was opened, and when it had the response to a request of its list (ms). */
type Browser = { streams: number[]; lists: { at: number; isWhole: boolean; bytes: number }[] };

await measureOnPage(10_000, async ({ page, child }) => {
  const browser = recordBrowser(page);
  await page.goto("/?stations-type=&stations-f-actual=0");
  await page.getByText("Live", { exact: true }).waitFor();
  const cookies = await child.openSessions(PROGRAMS);
  const position = await loadList(`${child.url}/api/stations`, cookies[0] ?? "");
  const programs = cookies.map((cookie, nth) => watchAndReturn(child.url, { cookie, nth, position }));
  await until(() => programs.every(({ hellos }) => hellos.length > 0));

  console.log(
    "\n| from the kill | server listens | first program | half | 95 % | all | browser | browser's list | programs' whole lists | browser's | failed attempts | goals |\n|---|---|---|---|---|---|---|---|---|---|---|---|",
  );
  for (let nth = 0; nth < KILLS; nth += 1) {
    await sleep(nth === 0 ? SETTLE_MS : RECONNECT_MS);
    const { killedAt, listeningAt } = await child.killAndRestart();
    const isBack = (times: readonly number[]) => times.some((at) => at > killedAt);
    await until(() => programs.every(({ hellos }) => isBack(hellos)) && isBack(browser.streams));
    await sleep(SETTLE_MS);
    print({ programs, browser, killedAt, listeningAt });
  }
  for (const program of programs) program.close();
});

/** What the programs begin with. */
async function loadList(address: string, cookie: string): Promise<Position> {
  const asOf = new Date().toISOString();
  const response = await fetch(address, { headers: { cookie } });
  const rows = listStations.replies[200].parse(await response.json());
  return { id: null, asOf, revisions: new Map(rows.flatMap((row) => ("rev" in row ? [[row.name, row.rev]] : []))) };
}

function recordBrowser(page: Page): Browser {
  const browser: Browser = { streams: [], lists: [] };
  const record = async (response: Response): Promise<void> => {
    const { pathname, searchParams } = new URL(response.url());
    if (pathname === "/api/live" && response.ok()) browser.streams.push(Date.now());
    if (pathname !== "/api/stations" || !response.ok()) return;
    const isWhole = !searchParams.has("filter_online_after") || response.headers()["x-full"] === "1";
    await response.finished();
    const { responseBodySize: bytes } = await response.request().sizes();
    browser.lists.push({ at: Date.now(), isWhole, bytes });
  };
  page.on("response", (response) => void record(response));
  return browser;
}

async function until(isDone: () => boolean): Promise<void> {
  const deadline = Date.now() + LONGEST_MS;
  while (!isDone()) {
    if (Date.now() > deadline) throw new Error("Not every program has its stream.");
    await sleep(50);
  }
}

type Measured = { programs: readonly ReturningWatcher[]; browser: Browser; killedAt: number; listeningAt: number };

function print({ programs, browser, killedAt, listeningAt }: Measured): void {
  const isAfter = ({ at }: { at: number }) => at > killedAt;
  const firstAfter = (times: readonly number[]) => times.find((at) => at > killedAt) ?? Number.NaN;
  const hellos = programs.map((program) => firstAfter(program.hellos)).toSorted((a, b) => a - b);
  const share = (part: number) => hellos[Math.ceil(hellos.length * part) - 1] ?? Number.NaN;
  const seconds = (at: number) => `${((at - killedAt) / SECOND_MS).toFixed(1)} s`;
  const both = (at: number) => `${seconds(at)} (${((at - listeningAt) / SECOND_MS).toFixed(1)} s)`;
  const whole = programs.flatMap(({ lists }) => lists.filter(isAfter)).filter(({ isWhole }) => isWhole);
  const own = browser.lists.filter(isAfter);
  const ownWhole = own.filter(({ isWhole }) => isWhole);
  const [last, ownStream] = [share(1), firstAfter(browser.streams)];
  const goals = [
    goal(`${BACK_MS / SECOND_MS} s`, Math.max(last, ownStream) - killedAt <= BACK_MS),
    goal("no whole list", whole.length + ownWhole.length === 0),
  ];
  const megabytes = (all: readonly { bytes: number }[]) =>
    `${all.length}, ${(all.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000_000).toFixed(1)} MB`;
  const cells = [
    "since it listens in parentheses",
    seconds(listeningAt),
    both(hellos[0] ?? Number.NaN),
    both(share(0.5)),
    both(share(0.95)),
    both(last),
    both(ownStream),
    own[0] ? both(own[0].at) : "not requested",
    megabytes(whole),
    megabytes(ownWhole),
    programs.flatMap(({ failures }) => failures).filter((at) => at > killedAt).length,
    goals.join("; "),
  ];
  console.log(`| ${cells.join(" | ")} |`);
}
