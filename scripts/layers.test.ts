import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const WEB = fileURLToPath(new URL("../web/src", import.meta.url));

/** The folders of the web app from the bottom up. A folder imports from layers below its own, and from others of its own layer. */
const LAYERS: readonly (readonly string[])[] = [
  ["page"],
  // Independent of the domain.
  ["clock", "lib", "ui", "api"],
  // Domain parts that any page can use.
  ["console", "data", "freshness", "sessions", "live", "station", "fleet", "streams", "update", "worker"],
  // Building blocks of screens.
  ["kit"],
  // Features.
  [
    "api-keys",
    "audit",
    "backups",
    "cameras",
    "configs",
    "error-groups",
    "maintenance",
    "organizations",
    "ownership",
    "security",
    "ssot",
    "station-errors",
    "stats",
    "support-log",
    "system",
    "telemetry",
    "users",
  ],
  // Pages that combine features.
  ["attention", "link", "manage", "shell", "stations"],
];

const levels = new Map(LAYERS.flatMap((folders, level) => folders.map((folder) => [folder, level] as const)));

/** The folder of `web/src` that a file lies in; null for the files that start the app, which may import everything. */
function folderOf(path: string): string | null {
  const [folder, ...rest] = path.split(sep);
  return folder === undefined || rest.length === 0 ? null : folder;
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(WEB, file), "utf8");
  const paths = [...text.matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g)].flatMap(([, path]) => path ?? []);
  return paths.map((path) => normalize(join(dirname(file), path)));
}

const files = globSync("**/*.{ts,tsx}", { cwd: WEB }).filter((file) => !file.includes(".test."));

test("every folder of the web app belongs to a layer", () => {
  const folders = new Set(files.flatMap((file) => folderOf(file) ?? []));
  expect([...folders].toSorted()).toEqual([...levels.keys()].toSorted());
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
  const found = files.flatMap((file) =>
    [...readFileSync(join(WEB, file), "utf8").matchAll(VARIABLE)].map(([, a, b]) => `${file}: ${a ?? b}`),
  );
  expect(found.toSorted()).toEqual(KEPT);
});

test("nothing in the web app imports from a layer above its own", () => {
  const upwards = files.flatMap((file) => {
    const from = folderOf(file);
    if (from === null) return [];
    const level = levels.get(from) ?? 0;
    return importsOf(file)
      .filter((path) => (levels.get(folderOf(path) ?? "") ?? LAYERS.length) > level)
      .map((path) => `${file} imports ${path}`);
  });
  expect(upwards).toEqual([]);
});

/** What keeps data of the server current. */
const CURRENT =
  /\b(?:staleTime|refetchInterval|invalidateQueries|refetchQueries|setQueryData|queryKey|useRefresh|REFRESH_MS|[lL]iveTopic|use(?:Suspense|Infinite)?Quer(?:y|ies)|useMutation)\b/g;

test("pages ask for data by calls, and know neither its topics nor when it is requested again", () => {
  const kit = LAYERS.findIndex((folders) => folders.includes("kit"));
  const known = files
    .filter((file) => (levels.get(folderOf(file) ?? "") ?? 0) >= kit)
    .flatMap((file) =>
      [...readFileSync(join(WEB, file), "utf8").matchAll(CURRENT)].map(([name]) => `${file} uses ${name}`),
    );
  expect(known).toEqual([]);
});
