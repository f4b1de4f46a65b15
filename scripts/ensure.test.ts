import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";

const ENSURE = fileURLToPath(new URL("ensure.mjs", import.meta.url));
const home = mkdtempSync(join(tmpdir(), "groundcrew-ensure-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Replaces npm: records that it ran and creates the files that the script checks. */
const NPM = `
import { appendFileSync, copyFileSync, existsSync, mkdirSync } from "node:fs";
appendFileSync("npm.log", process.argv.slice(2).join(" ") + "\\n");
if (existsSync("broken")) process.exit(1);
await new Promise((resolve) => setTimeout(resolve, 300));
mkdirSync("node_modules", { recursive: true });
copyFileSync("package-lock.json", "node_modules/.package-lock.json");
`;

/** A fresh clone with one dependency, and a Node on its PATH. */
function clone(name: string, nodeVersion = "v24.21.0") {
  const root = join(home, name);
  mkdirSync(join(root, "scripts"), { recursive: true });
  mkdirSync(join(root, "bin"));
  copyFileSync(ENSURE, join(root, "scripts", "ensure.mjs"));
  writeFileSync(join(root, "npm-cli.js"), NPM);
  writeFileSync(join(root, "package.json"), '{ "type": "module" }');
  writeLock(root, "1.0.0");
  writeFileSync(join(root, "bin", "node"), `#!/bin/sh\necho ${nodeVersion}\n`);
  chmodSync(join(root, "bin", "node"), 0o755);
  return root;
}

function writeLock(root: string, version: string): void {
  const packages = {
    "": {},
    "node_modules/thing": { version },
    "node_modules/other-system": { version, optional: true },
  };
  writeFileSync(join(root, "package-lock.json"), JSON.stringify({ packages }));
}

async function ensure(root: string) {
  const env = { ...process.env, npm_execpath: join(root, "npm-cli.js"), PATH: `${join(root, "bin")}:/usr/bin:/bin` };
  const child = spawn(process.execPath, [join(root, "scripts", "ensure.mjs")], { cwd: root, env });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (chunk) => {
    errors += chunk;
  });
  const [code] = await once(child, "close");
  return { code, errors };
}

function installCount(root: string): number {
  const log = join(root, "npm.log");
  return existsSync(log) ? readFileSync(log, "utf8").trim().split("\n").length : 0;
}

test("a fresh clone is installed once, without running scripts of packages", async () => {
  const root = clone("fresh");
  expect(await ensure(root)).toEqual({ code: 0, errors: "" });
  expect(await ensure(root)).toEqual({ code: 0, errors: "" });
  expect(installCount(root)).toBe(1);
  expect(readFileSync(join(root, "npm.log"), "utf8")).toContain("ci --ignore-scripts --include=dev --include=optional");
});

test("a changed lock file is installed again", async () => {
  const root = clone("changed");
  await ensure(root);
  writeLock(root, "2.0.0");
  await ensure(root);
  expect(installCount(root)).toBe(2);
});

test("packages installed by hand are accepted", async () => {
  const root = clone("by-hand");
  mkdirSync(join(root, "node_modules"));
  copyFileSync(join(root, "package-lock.json"), join(root, "node_modules", ".package-lock.json"));
  expect(await ensure(root)).toEqual({ code: 0, errors: "" });
  expect(installCount(root)).toBe(0);
});

test("two simultaneous starts install once", async () => {
  const root = clone("two");
  const both = await Promise.all([ensure(root), ensure(root)]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect(installCount(root)).toBe(1);
});

test("the lock of a killed start is ignored", async () => {
  const root = clone("killed");
  const lock = join(root, ".cache", "install.lock");
  mkdirSync(join(root, ".cache"));
  writeFileSync(lock, "");
  utimesSync(lock, new Date(0), new Date(0));
  expect(await ensure(root)).toEqual({ code: 0, errors: "" });
  expect(existsSync(lock)).toBe(false);
});

test("a failed install ends with a sentence and is retried by the next start", async () => {
  const root = clone("broken");
  writeFileSync(join(root, "broken"), "");
  const failed = await ensure(root);
  expect(failed.code).toBe(1);
  expect(failed.errors).toMatch(/^The dependencies could not be installed; .*\.\n$/);
  rmSync(join(root, "broken"));
  expect(await ensure(root)).toEqual({ code: 0, errors: "" });
});

test("a machine without Node 24 gets an error that says so", async () => {
  const { code, errors } = await ensure(clone("old", "v20.20.2"));
  expect(code).toBe(1);
  expect(errors).toMatch(/^Groundcrew needs Node 24 \(found v20\.20\.2\), .*\.\n$/);
});
