import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { LONG_TESTS, type LongTest } from "./long-tests.ts";

/*
 * Runs tests at the figures of docs/reliability.md, which take longer than the checks of every change may:
 *
 * npm run soak                                         lists them
 * npm run soak killed-server                           runs one
 * npm run soak killed-server -- --amount 20 --seed 7   runs it shorter, and with the random numbers of an earlier run
 * npm run soak all -- --write                          runs all, and writes their results to docs/reliability.md
 */
const ROOT = fileURLToPath(new URL("..", import.meta.url));
const DOCUMENT = join(ROOT, "docs", "reliability.md");
/** Only what hangs takes this long. */
const LONGEST_MS = 24 * 60 * 60 * 1_000;

type Options = { amount: number | null; seed: number };

/** A row of the table of results. */
type Row = { name: string; cells: string };

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { amount: { type: "string" }, seed: { type: "string" }, write: { type: "boolean" } },
  });
  const names = positionals[0] === "all" ? Object.keys(LONG_TESTS) : positionals;
  const unknown = names.filter((name) => !LONG_TESTS[name]);
  if (names.length === 0 || unknown.length > 0) {
    for (const [name, { what, rows }] of Object.entries(LONG_TESTS)) {
      console.log(`${name.padEnd(22)}${what} (${rows.join(", ")})`);
    }
    process.exitCode = names.length === 0 ? 0 : 2;
    return;
  }
  const options = {
    amount: values.amount === undefined ? null : Number(values.amount),
    seed: Number(values.seed ?? Math.floor(Math.random() * 1_000_000)),
  };
  for (const name of names) {
    const test = LONG_TESTS[name];
    if (!test) continue;
    const row = { name, cells: await runTest(name, test, options) };
    console.log(row.cells);
    if (values.write === true) writeFileSync(DOCUMENT, withResult(readFileSync(DOCUMENT, "utf8"), row));
  }
}

/** Runs a test, and returns its row of the table. */
async function runTest(name: string, test: LongTest, options: Options): Promise<string> {
  const amount = options.amount ?? test.amount;
  const start = performance.now();
  const code = await runCommand(test, { ...options, amount });
  if (code !== 0) process.exitCode = 1;
  const minutes = ((performance.now() - start) / 60_000).toFixed(1);
  const seed = test.seed === null ? "" : String(options.seed);
  const date = new Date().toISOString().slice(0, 10);
  const result = resultOf({ code, amount, full: test.amount });
  return `| ${[`\`${name}\``, test.rows.join(", "), `${amount.toLocaleString("en")} ${test.unit}`, seed, date, `${minutes} min`, result].join(" | ")} |`;
}

/** What the table says of a run that has ended with this code. A short one shows less than the row says. */
export function resultOf({ code, amount, full }: { code: number; amount: number; full: number }): string {
  if (code !== 0) return "failed";
  return amount >= full ? "passed" : "passed (short)";
}

async function runCommand(test: LongTest, { amount, seed }: { amount: number; seed: number }): Promise<number> {
  const [program = "", ...rest] = commandOf(test);
  const child = spawn(program, rest, {
    cwd: ROOT,
    stdio: "inherit",
    env: {
      ...process.env,
      PATH: [join(ROOT, "node_modules", ".bin"), process.env["PATH"]].join(delimiter),
      NODE_ENV: "test",
      [test.variable]: String(amount),
      ...(test.seed !== null && { [test.seed]: String(seed) }),
    },
    shell: process.platform === "win32",
  });
  const [code] = await once(child, "close");
  return typeof code === "number" ? code : 1;
}

function commandOf({ runner, file }: LongTest): string[] {
  switch (runner) {
    case "vitest":
      return ["vitest", "run", `--testTimeout=${LONGEST_MS}`, ...file];
    case "playwright":
      return ["playwright", "test", "--config", "e2e/playwright.config.ts", `--timeout=${LONGEST_MS}`, ...file];
    case "node":
      return ["node", ...file];
  }
}

const [START, END] = ["<!-- results: written by npm run soak -->", "<!-- end of results -->"];

/** The document with this result in place of the test's earlier one. */
export function withResult(document: string, { name, cells }: Row): string {
  const [start, end] = [document.indexOf(START), document.indexOf(END)];
  if (start < 0 || end < start) throw new Error(`The document lacks ${START} or ${END}.`);
  const head = document.slice(0, start + START.length);
  const lines = document
    .slice(start + START.length, end)
    .trim()
    .split("\n");
  const others = lines.filter((line) => !line.startsWith(`| \`${name}\` `));
  const [titles = "", rule = "", ...rows] = others;
  const sorted = [...rows, cells].toSorted((one, other) => (one < other ? -1 : 1));
  return `${head}\n\n${[titles, rule, ...sorted].join("\n")}\n\n${document.slice(end)}`;
}

if (import.meta.main) await main();
