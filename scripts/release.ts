import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { refuseUntested } from "./deep/records.ts";
import { writeDocuments } from "./asyncapi/documents.ts";
import { productionPackages } from "./production-packages.ts";
import { listComponents } from "./sbom.ts";
import { buildWeb } from "./web-build.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** What an installation needs to run, besides packages. */
const FILES = (
  "package.json package-lock.json LICENSE README.md ARCHITECTURE.md STYLE.md CHANGELOG.md SECURITY.md bin scripts deploy docs " +
  "server/package.json server/src server/demo shared/package.json shared/src simulator/package.json simulator/src client/package.json client/src web/package.json web/dist"
).split(" ");
/** What an operator may have written there. */
const SECRETS = /[\\/]compose[\\/](secrets|tls|\.env)$/;
const LEFT_OUT = /\.test\.tsx?$/;

/**
 * Writes what is installed in production into an empty folder: the program with its built web app, its packages without those for
 * development, and Node. The folder may be moved, and be read-only when it runs.
 */
export async function writeRelease(folder: string, report: (line: string) => void): Promise<void> {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} is not empty.`);
  await buildWeb(report);
  // A copied package already contains its nested ones.
  const packages = productionPackages()
    .map(({ path }) => path)
    .filter((path) => path.split("node_modules/").length === 2);
  for (const path of [...FILES, ...packages]) copy(path, folder);
  writeDocuments(join(folder, "docs"));
  // The program names that package scripts and units use.
  copy("node_modules/.bin/node", folder);
  writeFileSync(join(folder, "sbom.cdx.json"), `${JSON.stringify(listComponents(), null, 2)}\n`);
}

function copy(path: string, folder: string): void {
  const from = join(root, path);
  const to = join(folder, path);
  mkdirSync(dirname(to), { recursive: true });
  if (lstatSync(from).isSymbolicLink()) return symlinkSync(readlinkSync(from), to);
  cpSync(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (each) => path.startsWith("node_modules/") || !(LEFT_OUT.test(basename(each)) || SECRETS.test(each)),
  });
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { untested: { type: "boolean" } } });
  const [folder] = positionals;
  if (folder === undefined) {
    console.error("Usage: npm run release -- [--untested] FOLDER");
    process.exit(2);
  }
  if (values.untested !== true) refuseUntested();
  await writeRelease(folder, console.log);
}
