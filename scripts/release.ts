import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { buildWeb } from "./web-build.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** What an installation needs to run, besides packages. */
const FILES = (
  "package.json package-lock.json LICENSE README.md CHANGELOG.md bin scripts deploy docs server/package.json server/src server/demo " +
  "shared/package.json shared/src simulator/package.json simulator/src web/package.json web/dist"
).split(" ");
const LEFT_OUT = /\.test\.tsx?$|^(screens|decisions)$/;

const lockFile = z.object({
  packages: z.record(z.string(), z.object({ dev: z.boolean().default(false), link: z.boolean().default(false) })),
});

/**
 * Writes what is installed in production into an empty folder: the program with its built web app, its packages without those for
 * development, and Node. The folder may be moved, and be read-only when it runs.
 */
export async function writeRelease(folder: string, report: (line: string) => void): Promise<void> {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} is not empty.`);
  await buildWeb(report);
  for (const path of [...FILES, ...productionPackages()]) copy(path, folder);
  // The program names that package scripts and units use.
  copy("node_modules/.bin/node", folder);
}

/** The paths of the installed packages that are not only for development. */
function productionPackages(): string[] {
  const { packages } = lockFile.parse(JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")));
  return Object.entries(packages).flatMap(([path, { dev, link }]) => {
    // A copied package already contains its nested ones.
    const isOuter = path.split("node_modules/").length === 2;
    const isRunning = !path.endsWith("/e2e") && !path.endsWith("/bench");
    return isOuter && (!dev || link) && isRunning && existsSync(join(root, path)) ? path : [];
  });
}

function copy(path: string, folder: string): void {
  const from = join(root, path);
  const to = join(folder, path);
  mkdirSync(dirname(to), { recursive: true });
  if (lstatSync(from).isSymbolicLink()) return symlinkSync(readlinkSync(from), to);
  cpSync(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (each) => path.startsWith("node_modules/") || !LEFT_OUT.test(basename(each)),
  });
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) {
    console.error("Usage: npm run release -- FOLDER");
    process.exit(2);
  }
  await writeRelease(folder, console.log);
}
