import { parseArgs } from "node:util";
import { runStep, type Step } from "../run-steps.ts";
import { afterRun, committed, outstandingTests, protectedBy, readRecords, writeRecords, type Run } from "./records.ts";
import { amountOf, DEEP_TESTS } from "./tests.ts";
import type { DeepTest } from "./deep-test.ts";

/*
 * Runs tests that `npm test` leaves out, or of which it runs a small part:
 *
 * npm run test:deep                                         runs those that have to be run before a release
 * npm run test:deep -- --list                               lists all, with what makes it necessary to run them
 * npm run test:deep killed-server                           runs one
 * npm run test:deep killed-server -- --amount 20 --seed 7   runs it shorter, and with the random numbers of an earlier run
 * npm run test:deep -- --write                              writes the tables of docs/reliability.md again
 *
 * A test that passes at its full amount gets a record in docs/deep-tests.json, and one that fails loses it.
 */

/** Only what hangs takes this long. */
const LONGEST_MS = 24 * 60 * 60 * 1_000;

type Options = { amount: number | null; seed: string };

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      amount: { type: "string" },
      seed: { type: "string" },
      list: { type: "boolean" },
      write: { type: "boolean" },
    },
  });
  const outstanding = outstandingTests();
  if (values.list === true) return list(outstanding);
  if (values.write === true) return writeRecords(readRecords());
  const unknown = positionals.filter((name) => !(name in DEEP_TESTS));
  if (unknown.length > 0)
    return refuse(`There is no deep test ${unknown.join(", ")}. See npm run test:deep -- --list.`);
  if (positionals.length === 0 && outstanding === null)
    return refuse("Outside of a Git repository, name the tests to run.");
  const names = positionals.length > 0 ? positionals : [...(outstanding?.keys() ?? [])];
  const amount = values.amount === undefined ? null : Number(values.amount);
  for (const name of names) {
    const test = DEEP_TESTS[name];
    const seed = values.seed ?? String(Math.floor(Math.random() * 1_000_000));
    if (test) await runTest(name, test, { amount, seed });
  }
}

function list(outstanding: ReadonlyMap<string, string> | null): void {
  for (const [name, test] of Object.entries(DEEP_TESTS)) {
    const state = outstanding === null ? "unknown without Git" : (outstanding.get(name) ?? "passed");
    console.log(`${name.padEnd(22)}${amountOf(test)}: ${test.what}\n${" ".repeat(22)}${state}`);
  }
}

function refuse(sentence: string): void {
  console.error(sentence);
  process.exitCode = 2;
}

/** Runs a test and keeps what came of it. */
async function runTest(name: string, test: DeepTest, options: Options): Promise<void> {
  const before = committed(protectedBy(test));
  const start = performance.now();
  const output = await outputOf(name, test, options);
  if (output === null) {
    process.exitCode = 1;
    return writeRecords(afterRun(readRecords(), name, "failed"));
  }
  const full = test.amount?.full ?? 1;
  const amount = options.amount ?? full;
  if (amount < full) return;
  if (before === null || before.changed.size > 0) {
    console.log(`Not recorded: ${[...(before?.changed ?? ["this folder"])].join(", ")} is not committed.`);
    return;
  }
  const run: Run = {
    commit: before.commit,
    date: new Date().toISOString().slice(0, 10),
    amount,
    seed: test.seed === null ? null : options.seed,
    minutes: Math.round((performance.now() - start) / 6_000) / 10,
    figure: figureIn(output),
    protected: Object.fromEntries(before.contents),
  };
  writeRecords(afterRun(readRecords(), name, run));
}

/** What a test prints in its last line that begins with "figure:". */
export function figureIn(output: string): string | null {
  return [...output.matchAll(/^figure: (.*)$/gm)].at(-1)?.[1] ?? null;
}

/** Null if it fails. */
async function outputOf(name: string, test: DeepTest, { amount, seed }: Options): Promise<string | null> {
  const step: Step = {
    name,
    command: commandOf(test),
    isKept: true,
    env: {
      NODE_ENV: "test",
      ...(test.amount && { [test.amount.variable]: String(amount ?? test.amount.full) }),
      ...(test.seed !== null && { [test.seed]: seed }),
    },
  };
  try {
    return await runStep(step, new AbortController().signal);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return null;
  }
}

function commandOf({ runner, files }: DeepTest): string[] {
  switch (runner) {
    case "vitest":
      return ["vitest", "run", `--testTimeout=${LONGEST_MS}`, ...files];
    case "playwright":
      return ["playwright", "test", "--config", "e2e/playwright.config.ts", `--timeout=${LONGEST_MS}`, ...files];
    case "node":
      return ["node", ...files];
  }
}

if (import.meta.main) await main();
