import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { withTables } from "./tables.ts";
import { DEEP_TESTS } from "./tests.ts";
import type { DeepTest } from "./deep-test.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const RECORDS = join(ROOT, "docs", "deep-tests.json");
const DOCUMENT = join(ROOT, "docs", "reliability.md");

/** The last passed run of a test at its full amount. */
export type Run = {
  commit: string;
  date: string;
  amount: number;
  seed: string | null;
  /** Null if it was not recorded. */
  minutes: number | null;
  /** What it measured. */
  figure: string | null;
  /** A hash of each protected folder and file in Git. These are compared, because a commit has another name after a rebase. */
  protected: Record<string, string>;
};

export type Records = { runs: Record<string, Run> };

export function readRecords(): Records {
  const records: Records = JSON.parse(readFileSync(RECORDS, "utf8"));
  return records;
}

export function readDocument(): string {
  return readFileSync(DOCUMENT, "utf8");
}

/** Stores the records, and the document with its tables. */
export function writeRecords({ runs }: Records): void {
  const sorted = {
    runs: Object.fromEntries(Object.entries(runs).toSorted(([one], [other]) => (one < other ? -1 : 1))),
  };
  writeFileSync(RECORDS, `${JSON.stringify(sorted, null, 2)}\n`);
  writeFileSync(DOCUMENT, withTables(readDocument(), sorted));
}

/** The records after a run: a failed one takes away the last passed one. */
export function afterRun(records: Records, name: string, run: Run | "failed"): Records {
  const { [name]: _, ...runs } = records.runs;
  return { runs: run === "failed" ? runs : { ...runs, [name]: run } };
}

export function protectedBy({ protects, files }: DeepTest): string[] {
  return [...protects, ...files];
}

/** What Git has in the last commit at paths, and which of them differ from it; null outside of a repository. */
type Committed = { commit: string; contents: ReadonlyMap<string, string>; changed: ReadonlySet<string> };

export function committed(paths: readonly string[]): Committed | null {
  try {
    const commit = git(["rev-parse", "--short=10", "HEAD"]).trim();
    const status = git(["status", "--porcelain", "--no-renames", "--untracked-files=all", "--", ...paths]);
    const files = [...status.matchAll(/^.. (.*)$/gm)].map(([, path = ""]) => path);
    const changed = paths.filter((path) => files.some((file) => isPartOf(file, path)));
    return { commit, contents: contentsAt("HEAD", paths), changed: new Set(changed) };
  } catch {
    return null;
  }
}

/** A hash of what is at each path in a commit; without paths that are not there. */
function contentsAt(commit: string, paths: readonly string[]): Map<string, string> {
  // Each line is the mode, kind and name of a file's content, and after a tab its path.
  const lines = git(["ls-tree", "-r", commit, "--", ...paths])
    .split("\n")
    .filter((line) => line !== "");
  const files = lines.map((line) => ({ line, path: line.slice(line.indexOf("\t") + 1) }));
  return new Map(
    paths.flatMap((path): [string, string][] => {
      const own = files.filter((file) => isPartOf(file.path, path)).map(({ line }) => line);
      return own.length === 0 ? [] : [[path, createHash("sha256").update(own.join("\n")).digest("hex").slice(0, 12)]];
    }),
  );
}

/** Whether a file is at a path or in the folder there. The other tests of a folder are no part of it: they break nothing. */
export function isPartOf(file: string, path: string): boolean {
  return file === path || (file.startsWith(`${path}/`) && !/\.(test|spec)\.tsx?$/.test(file));
}

function git(args: readonly string[]): string {
  return execFileSync("git", args, { cwd: ROOT, encoding: "utf8", stdio: "pipe", maxBuffer: 100_000_000 });
}

/** Why tests have to be run, by name; null outside of a Git repository, where that is unknown. */
export function outstandingTests(): Map<string, string> | null {
  const all = Object.entries(DEEP_TESTS);
  const now = committed([...new Set(all.flatMap(([, test]) => protectedBy(test)))]);
  if (now === null) return null;
  const { runs } = readRecords();
  return new Map(
    all.flatMap(([name, test]) => {
      const reason = reasonToRun(test, runs[name], now);
      return reason === null ? [] : [[name, reason] as const];
    }),
  );
}

/** Null if the last run still counts. */
export function reasonToRun(
  test: DeepTest,
  run: Run | undefined,
  { contents, changed }: Pick<Committed, "contents" | "changed">,
): string | null {
  if (run === undefined) return "has no passed run at its full amount";
  const paths = protectedBy(test).filter((path) => changed.has(path) || contents.get(path) !== run.protected[path]);
  const [first, ...others] = paths;
  if (first === undefined) return null;
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  return `${first}${more} changed since its run of ${run.date}`;
}

/** A line for each test that has to be run. */
export function outstandingLines(): string[] {
  const outstanding = outstandingTests();
  if (outstanding === null) return ["Without Git it is unknown which deep tests are outstanding."];
  return [...outstanding].map(([name, reason]) => `npm run test:deep ${name}: ${reason}`);
}

/** Ends the program if tests have to be run before a release. */
export function refuseUntested(): void {
  const outstanding = outstandingTests();
  if (outstanding === null || outstanding.size === 0) return;
  const lines = [...outstanding].map(([name, reason]) => `  ${name}: ${reason}`);
  console.error(
    `This is not a release yet. Run \`npm run test:deep\` for\n${lines.join("\n")}\nor add --untested to install it as it is.`,
  );
  process.exit(1);
}
