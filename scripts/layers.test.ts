import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path/posix";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Folders whose folders are parts of their own, as the domains are. */
const FLOORS: ReadonlySet<string> = new Set(["web/src/data", "web/src/manage", "server/src/platform"]);

const files = globSync("{web,server,shared}/src/**/*.{ts,tsx}", { cwd: ROOT }).filter(
  (file) => !file.endsWith(".d.ts"),
);

/** What starts a program or a thread may import everything. */
const STARTS: ReadonlySet<string> = new Set(["server/src/station-link/run-link-thread.ts"]);

/** The part that a file belongs to: a domain, or a folder of a floor. Null for what starts a program. */
function partOf(file: string): string | null {
  if (STARTS.has(file)) return null;
  const [program, src, folder, ...rest] = file.split("/");
  const part = `${program}/${src}/${folder}`;
  if (rest.length === 0) return null;
  if (part === "server/src/start") return null;
  return FLOORS.has(part) && rest.length > 1 ? `${part}/${rest[0]}` : part;
}

/** The files that a file imports at once, from its own program. */
function importsOf(
  file: string,
  pattern = /^(?:import|export)\b[^"]*?\bfrom "(\.[^"]+)"|^import "(\.[^"]+)"/gm,
): string[] {
  const text = readFileSync(join(ROOT, file), "utf8");
  const paths = [...text.matchAll(pattern)].map(([, path, alone]) =>
    normalize(join(dirname(file), path ?? alone ?? "")),
  );
  return paths.filter((path) => path.startsWith(`${file.split("/").slice(0, 2).join("/")}/`));
}

test("another domain is entered through its index", () => {
  const entered = files.flatMap((file) => {
    const own = partOf(file);
    if (own === null) return [];
    return importsOf(file)
      .filter((path) => partOf(path) !== null && partOf(path) !== own)
      .filter((path) => path !== `${partOf(path)}/index.ts` && !FLOORS.has(dirname(path)))
      .map((path) => `${file} imports ${path}`);
  });
  expect(entered).toEqual([]);
});

test("the platform of the server knows no domain", () => {
  const platform = "server/src/platform/";
  const upwards = files
    .filter((file) => file.startsWith(platform) && !file.includes(".test."))
    .flatMap((file) =>
      importsOf(file)
        .filter((path) => !path.startsWith(platform))
        .map((path) => `${file} imports ${path}`),
    );
  expect(upwards).toEqual([]);
});

test("no folder has more than 20 files beside their tests, except for those of building blocks", () => {
  const counts = new Map<string, number>();
  for (const file of files)
    if (!file.includes(".test.")) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  const large = [...counts].filter(([, count]) => count > 20).map(([folder]) => folder);
  expect(large.toSorted()).toEqual(["web/src/kit", "web/src/ui"]);
});

/** The parts of the web app from the bottom up. A part imports from layers below its own, and from others of its own layer. */
const LAYERS: readonly (readonly string[])[] = [
  ["page"],
  // Independent of the domain.
  ["data/clock", "lib", "ui", "data/api"],
  // Domain parts that any page can use.
  [
    "console",
    "data",
    "data/freshness",
    "sessions",
    "data/live",
    "station",
    "data/fleet",
    "data/pages",
    "streams",
    "update",
    "data/worker",
  ],
  // Building blocks of screens.
  ["kit", "undo"],
  // Features.
  [
    "account",
    "cameras",
    "configs",
    "error-groups",
    "imports",
    "maintenance",
    "manage/api-keys",
    "manage/audit",
    "manage/backups",
    "manage/organizations",
    "manage/security",
    "manage/system",
    "manage/users",
    "ownership",
    "readiness",
    "sites",
    "saved-views",
    "ssot",
    "station-errors",
    "stats",
    "support-log",
    "telemetry",
  ],
  // What pages do with stations of many features.
  ["bulk-acts"],
  // Pages that combine features.
  ["alerts", "manage", "manage/link", "notifications", "palette", "shell", "stations", "wallboards"],
];

const levels = new Map<string, number>(
  LAYERS.flatMap((parts, level) => parts.map((part) => [`web/src/${part}`, level] as const)),
);
const web = files.filter((file) => file.startsWith("web/") && !file.includes(".test."));

test("every folder of the web app belongs to a layer", () => {
  const parts = new Set(web.flatMap((file) => partOf(file) ?? []));
  expect([...parts].toSorted()).toEqual([...levels.keys()].toSorted());
});

/** Caches, a count that makes keys different, and lists of parts of the page that remove themselves. */
const KEPT = [
  "lib/drafts.ts: listeners",
  "lib/time-zone.ts: formats",
  "page/page-value.ts: resets",
  "ui/color-scheme.tsx: watchers",
  "ui/dialog.tsx: footers",
  "ui/lazy.tsx: parts",
];
const VARIABLE = /^(?:export )?(?:let (\w+)|const ([a-z]\w*)(?:: .*)? = (?:new (?:Map|Set)<.*>\(\)|\[\]|\{\});)/gm;

test("what modules of the web app keep belongs to the page, so that no test finds what an earlier one left", () => {
  const found = web.flatMap((file) =>
    [...readFileSync(join(ROOT, file), "utf8").matchAll(VARIABLE)].map(
      ([, a, b]) => `${file.slice("web/src/".length)}: ${a ?? b}`,
    ),
  );
  expect(found.toSorted()).toEqual(KEPT);
});

/** All imports, also those of code that is loaded later. */
const ANY = /(?:from|import\()\s*"(\.[^"]+)"/g;

test("nothing in the web app imports from a layer above its own", () => {
  const upwards = web.flatMap((file) => {
    const level = levels.get(partOf(file) ?? "");
    if (level === undefined) return [];
    return importsOf(file, ANY)
      .filter((path) => (levels.get(partOf(path) ?? "") ?? LAYERS.length) > level)
      .map((path) => `${file} imports ${path}`);
  });
  expect(upwards).toEqual([]);
});

/** What keeps data of the server current. */
const CURRENT =
  /\b(?:staleTime|refetchInterval|invalidateQueries|refetchQueries|setQueryData|queryKey|useKeptCurrent|usePolls|REFRESH_MS|[lL]iveTopic|use(?:Suspense|Infinite)?Quer(?:y|ies)|useMutation)\b/g;

test("pages ask for data by calls, and know neither its topics nor when it is requested again", () => {
  const kit = LAYERS.findIndex((parts) => parts.includes("kit"));
  const known = web
    .filter((file) => (levels.get(partOf(file) ?? "") ?? 0) >= kit)
    .flatMap((file) =>
      [...readFileSync(join(ROOT, file), "utf8").matchAll(CURRENT)].map(([name]) => `${file} uses ${name}`),
    );
  expect(known).toEqual([]);
});

test("the four ways of data in ARCHITECTURE.md are as short as they are drawn, and name files that exist", () => {
  const text = readFileSync(join(ROOT, "ARCHITECTURE.md"), "utf8");
  const section = text.slice(text.indexOf("## Four ways of data"), text.indexOf("## Data flows"));
  const ways = [...section.matchAll(/^```\n(.*?)^```$/gms)].map(([, way = ""], nth) =>
    [...way.matchAll(/^\w* +(\d+) {2}(\S+)/gm)].map(([, , path = ""]) => `${nth < 3 ? "server" : "web"}/src/${path}`),
  );
  expect(ways.map(({ length }) => length)).toEqual([15, 12, 14, 12]);
  for (const way of ways) {
    expect(new Set(way).size).toBe(way.length);
    expect(way.filter((path) => !files.includes(path))).toEqual([]);
  }
});

/** The audit log has headings with whole names of months, as designed. */
const FORMATS = ["lib/moments.ts", "lib/reader/entered-time.ts", "lib/time-zone.ts", "manage/audit/list-texts.ts"];

test("times have the formats of lib, and no others", () => {
  const found = web.filter((file) => readFileSync(join(ROOT, file), "utf8").includes("DateTimeFormat("));
  expect(found.map((file) => file.slice("web/src/".length)).toSorted()).toEqual(FORMATS);
});
