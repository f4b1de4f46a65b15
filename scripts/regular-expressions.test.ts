import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createContext, runInContext } from "node:vm";
import { toCsv } from "@groundcrew/shared/lib";
import { cleanValue } from "@groundcrew/shared/ssot";
import { fingerprintOf, reduceMessage } from "@groundcrew/shared/station-errors";
import { compileSearch, haystackOf, typedSearch } from "@groundcrew/shared/stations";
import { candidateProblem } from "@groundcrew/shared/streams";
import { readTags } from "@groundcrew/shared/support-log";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const LENGTH = 100_000;
const LIMIT_MS = 50;

/** Literals of regular expressions: a slash where an expression may begin, and its end on the same line. */
const LITERAL =
  /(?<=[=(,:!&|?[{;]\s*|return\s+|^\s*)\/(?![*/])((?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\n[])+)\/([dgimsuvy]*)(?=[\s.,;)\]}]|$)/gm;

/** Expressions that never see a long text of others, and why. */
const SHORT_TEXTS: Record<string, string> = {
  "server/src/channels/kinds/alertmanager.ts \\/+$": "an address of at most 1,000 characters",
  "server/src/notifications/devices/send-push.ts <([^>]+)>": "a setting",
  "server/src/sessions/password.ts =+$": "a hash that the server made",
  "shared/src/streams/candidate.ts (?: [!-~]{1,64} [!-~]{1,256})*$":
    "a part of an expression for at most 1,024 characters",
  "shared/src/streams/candidate.ts (\\d+)\\.(\\d+)\\.(\\d+)\\.(\\d+)$": "an address of at most 255 characters",
  "web/src/notifications/mine/push.ts =+$": "a key that the browser made",
  "web/src/stats/plot-options.ts \\d+(?=px)": "a font of the style sheet",
};

type Found = { path: string; source: string; flags: string };

function expressions(): Found[] {
  const exclude = ["**/*.test.{ts,tsx}", "**/node_modules/**"];
  const paths = globSync("{shared,server,web,simulator,client}/src/**/*.{ts,tsx}", { cwd: ROOT, exclude });
  return paths.flatMap((path) =>
    [...readFileSync(join(ROOT, path), "utf8").matchAll(LITERAL)].map(([, source = "", flags = ""]) => ({
      path: path.replaceAll("\\", "/"),
      source,
      flags,
    })),
  );
}

/** Texts that make backtracking long: parts of the expression repeated, after its beginning, with an end that it does not expect. */
function worstTexts(source: string): string[] {
  const plain = source.replace(/\\[dDwWsSbBnrt]|[\\^$()[\]{}?*+|]/g, "");
  const common = ["a", "0", " ", "\n", ".", "-", "/", '"', "<"];
  const marks = [...new Set(Array.from(plain).concat(common))].slice(0, 25);
  const pairs = marks.slice(0, 5).flatMap((one) => marks.slice(0, 5).map((other) => one + other));
  const starts = ["", plain.slice(0, 4)];
  return [...marks, ...pairs].flatMap((part) => {
    const repeated = part.repeat(LENGTH / part.length);
    return [...new Set(starts)].map((start) => `${start}${repeated}\u0000`);
  });
}

const context = createContext({ work: () => {} });

/** The processor time of work (ms); it is interrupted after `limitMs`. */
function timeOf(work: () => unknown, limitMs: number): number {
  Object.assign(context, { work });
  const start = process.threadCpuUsage();
  try {
    runInContext("work()", context, { timeout: limitMs });
  } catch {
    return Infinity;
  }
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1_000;
}

/** The beginnings of the texts on which something takes too long, each in the fastest of three runs. */
function slowTexts(texts: readonly string[], work: (text: string) => unknown): string[] {
  // Most expressions search all texts together within the time that one of them may take.
  if (timeOf(() => texts.forEach((text) => work(text)), 2 * LIMIT_MS) <= LIMIT_MS) return [];
  const isSlow = (text: string) => [1, 2, 3].every(() => timeOf(() => work(text), 20 * LIMIT_MS) > LIMIT_MS);
  return texts.filter(isSlow).map((text) => text.slice(0, 12));
}

const all = expressions();

test("every expression that never sees a long text of others exists", () => {
  const known = all.map(({ path, source }) => `${path} ${source}`);
  expect(known.length).toBeGreaterThan(150);
  expect(Object.keys(SHORT_TEXTS).filter((one) => !known.includes(one))).toEqual([]);
});

test.for(all.filter(({ path, source }) => !(`${path} ${source}` in SHORT_TEXTS)))(
  "/$source/ of $path searches 100 KB of any text within 50 ms",
  ({ source, flags }) => {
    const expression = new RegExp(source, flags);
    expect(slowTexts(worstTexts(source), (text) => text.replace(expression, ""))).toEqual([]);
  },
);

const STATION = { name: "gc-1", serial_number: "", location_deployment: "", description: "", organization_name: "" };
/** Marks of searches, tags, patterns, candidates and messages. */
const MARKS = "|,&!<n>:'\\ =\r\n-.0/éﷺ";

test.for<[string, (text: string) => unknown]>([
  ["a search", (text) => compileSearch(text)(haystackOf(STATION))],
  ["a searched station", (text) => compileSearch("a|!b&c")(haystackOf({ ...STATION, description: text }))],
  ["a search that is being typed", typedSearch],
  ["the fingerprint of an error", fingerprintOf],
  ["a station error's message", reduceMessage],
  ["tags", (text) => readTags(text, [])],
  ["a value of an entry", (text) => cleanValue("serial", text)],
  ["an ICE candidate", (text) => candidateProblem(`candidate:1 1 udp 1 1.2.3.4 1 typ host${text}`)],
  ["a cell of a CSV file", (text) => toCsv(["a"], [[text]])],
])("%s of 100 KB takes at most 50 ms", ([, work]) => {
  expect(slowTexts(worstTexts(MARKS), work)).toEqual([]);
});
