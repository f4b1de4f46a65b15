import { createWallboard } from "@groundcrew/shared/wallboards";
import { cells, logIn } from "./console.ts";
import { circumstances, fleetOptions } from "./fleet.ts";
import { ms } from "./measure.ts";
import { cell, costOf } from "./request-cost.ts";
import { openSystem } from "./system.ts";

/*
 * What `GET /api/wall` takes and costs the server for wallboards that show the whole fleet while it reports: when nothing is kept, when the stations are
 * read from the board, and when a screen with the same settings was shown in the last seconds. CPU is that of the server's process.
 *
 * node bench/wall.ts [--stations 10000] [--quiet] [--seconds 30]
 */
const fleet = fleetOptions(10_000);
/** As many as an organization has. With as many in turn, one a second, no reply is still kept. */
const WALLBOARDS = 20;
const settings = { pages: ["now", "map", "month"], turn_s: 30, theme: "dark", days: 1 };
const VIEW = { "stations-type": "atlas" };

const system = await openSystem(fleet);
const url = `${system.url}/api/wall`;
try {
  console.log(circumstances(fleet));
  const cookie = await logIn(system.url);
  const all = await tokensOf(cookie, WALLBOARDS / 2, null);
  const some = await tokensOf(cookie, WALLBOARDS / 2, VIEW);
  console.log("\n| reply | as sent | first | median / p95 | CPU a request | mean |\n|---|---|---|---|---|---|");
  for (const [what, tokens] of [
    ["the whole fleet, read from the board", all],
    ["a view of it, read from the board", some],
    ["the whole fleet, kept", all.slice(0, 1)],
  ] as const) {
    await print(what, tokens);
  }
} finally {
  await system.stop();
}

async function print(what: string, tokens: readonly string[]): Promise<void> {
  let nth = 0;
  const times: number[] = [];
  async function request() {
    const start = performance.now();
    const { body } = await show(tokens[nth++ % tokens.length] ?? "");
    times.push(performance.now() - start);
    return body.length;
  }
  const size = await request();
  const [first = 0] = times.splice(0);
  const { median, mean } = await costOf(system.cpu, { perSecond: 1, request });
  const columns = [`${Math.round(size / 1e3)} KB`, `${ms(first)} ms`, cells(times), cell(median), cell(mean)];
  console.log(`| ${[what, ...columns].join(" | ")} |`);
}

async function show(token: string) {
  const reply = await system.get(url, { authorization: `Bearer ${token}`, "accept-encoding": "gzip" });
  if (reply.status !== 200) throw new Error(`The wallboard returned ${reply.status}: ${reply.body.toString()}`);
  return reply;
}

/** Creates wallboards of the provider, and returns their tokens. */
async function tokensOf(cookie: string, count: number, view: object | null): Promise<string[]> {
  const headers = { cookie, "content-type": "application/json" };
  const tokens: string[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const body = JSON.stringify({ ...settings, name: `Room ${nth}`, view });
    const response = await fetch(`${system.url}${createWallboard.path}`, { method: "POST", headers, body });
    if (response.status !== 201)
      throw new Error(`Creating a wallboard returned ${response.status}: ${await response.text()}`);
    tokens.push(createWallboard.replies[201].parse(await response.json()).token);
  }
  return tokens;
}
