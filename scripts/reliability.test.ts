import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { DeepTest } from "./deep/deep-test.ts";
import {
  afterRun,
  committed,
  isPartOf,
  outstandingLines,
  protectedBy,
  readDocument,
  readRecords,
  reasonToRun,
  type Run,
} from "./deep/records.ts";
import { figureIn } from "./deep/run.ts";
import { withTables } from "./deep/tables.ts";
import { DEEP_FILES, DEEP_TESTS } from "./deep/tests.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const DOCUMENT = readDocument();
const ROWS = [...DOCUMENT.matchAll(/^\| ([SRF]\d+) \|.*$/gm)].map(([line, id = ""]) => ({ line, id }));
const TESTS = Object.entries(DEEP_TESTS);

function numbered(letter: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${letter}${index + 1}`);
}

test("docs/reliability.md has a row for each promise and each fault", () => {
  const expected = [...numbered("S", 24), ...numbered("R", 24), ...numbered("F", 27)];
  expect(new Set(ROWS.map(({ id }) => id))).toEqual(new Set(expected));
});

test("each test that it names exists", () => {
  const files = [...DOCUMENT.matchAll(/`((?:server|shared|web|e2e|scripts|simulator)\/[^`]+)`/g)].map(
    ([, path = ""]) => path,
  );
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test("each deep test is named in exactly the rows that it shows, and no other name is", () => {
  const named = ROWS.flatMap(({ id, line }) => [...line.matchAll(/\*([a-z-]+)\*/g)].map(([, name]) => `${id} ${name}`));
  const expected = TESTS.flatMap(([name, { rows }]) => rows.map((row) => `${row} ${name}`));
  expect([...new Set(named)].toSorted()).toEqual(expected.toSorted());
});

test("each deep test and what it protects exist, and no file has two deep tests that npm test leaves out", () => {
  const paths = TESTS.flatMap(([, one]) => protectedBy(one));
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  expect(new Set(DEEP_FILES).size).toBe(DEEP_FILES.length);
});

test("the tables of deep tests are up to date; npm run test:deep -- --write writes them", () => {
  expect(withTables(DOCUMENT, readRecords())).toBe(DOCUMENT);
});

test("each record is of a deep test and of a run at its full amount", () => {
  const { runs } = readRecords();
  for (const [name, { amount }] of Object.entries(runs)) {
    expect(DEEP_TESTS).toHaveProperty(name);
    expect(amount).toBeGreaterThanOrEqual(DEEP_TESTS[name]?.amount?.full ?? 1);
  }
});

const ONE: DeepTest = {
  what: "",
  rows: [],
  protects: ["server/src/ingest", "server/src/platform/link"],
  runner: "vitest",
  files: ["one.test.ts"],
  amount: null,
  seed: null,
  inGate: false,
};
const CONTENTS = { "server/src/ingest": "a1", "server/src/platform/link": "b1", "one.test.ts": "c1" };
const RUN: Run = {
  commit: "0123456789",
  date: "2026-11-28",
  amount: 1,
  seed: null,
  minutes: 1.5,
  figure: null,
  protected: CONTENTS,
};

test("a deep test has to be run if it never was, or if what it protects has changed, committed or not", () => {
  const reason = (contents: Record<string, string>, changed: string[] = [], run: Run | undefined = RUN) =>
    reasonToRun(ONE, run, { contents: new Map(Object.entries(contents)), changed: new Set(changed) });
  expect(reason(CONTENTS)).toBeNull();
  expect(reason({ ...CONTENTS, "server/src/platform/http": "d2" })).toBeNull();
  expect(reason({ ...CONTENTS, "server/src/platform/link": "b2" })).toBe(
    "server/src/platform/link changed since its run of 2026-11-28",
  );
  expect(reason(CONTENTS, ["server/src/ingest", "one.test.ts"])).toBe(
    "server/src/ingest and 1 more changed since its run of 2026-11-28",
  );
  expect(reasonToRun(ONE, undefined, { contents: new Map(), changed: new Set() })).toBe(
    "has no passed run at its full amount",
  );
});

test("a run that passes replaces the record, and one that fails removes it", () => {
  const records = { runs: { a: RUN } };
  const newer = { ...RUN, date: "2026-11-29" };
  expect(afterRun(records, "b", newer)).toEqual({ runs: { a: RUN, b: newer } });
  expect(afterRun(records, "a", newer)).toEqual({ ...records, runs: { a: newer } });
  expect(afterRun(records, "a", "failed")).toEqual({ ...records, runs: {} });
});

test("what Git has of protected folders is known in a clone, and nothing outside of one", () => {
  const [folder, file] = ["server/src/ingest", "server/src/ingest/log.test.ts"];
  const found = committed([folder, "nowhere", file]);
  const isClone = existsSync(join(ROOT, ".git"));
  const name = expect.stringMatching(/^[0-9a-f]{12}$/);
  const contents = new Map([
    [folder, name],
    [file, name],
  ]);
  expect(found?.contents).toEqual(isClone ? contents : undefined);
  const unknown = "Without Git it is unknown which deep tests are outstanding.";
  expect(outstandingLines().includes(unknown)).toBe(!isClone);
});

test("a folder is protected with what it has besides other tests", () => {
  const folder = "web/src/data/live";
  expect(isPartOf("web/src/data/live/parts/live.ts", folder)).toBe(true);
  expect(isPartOf("web/src/data/live/parts/live.browser.test.tsx", folder)).toBe(false);
  expect(isPartOf("web/src/lively/live.ts", folder)).toBe(false);
  expect(isPartOf("e2e/deep/live.spec.ts", "e2e/deep/live.spec.ts")).toBe(true);
});

test("the figure of a run is the last that it prints", () => {
  expect(figureIn("figure: 1 kill\nmore\nfigure: 2 kills\n")).toBe("2 kills");
  expect(figureIn("passed")).toBeNull();
});
