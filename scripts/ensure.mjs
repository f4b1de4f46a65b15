// Runs first, on any Node from version 20 on, with built-in modules only: installs the locked dependencies, which include Node 24, if
// they are missing or stale.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const lockFile = join(root, "package-lock.json");
const stamp = join(root, "node_modules", ".installed");
const lockPath = join(root, ".cache", "install.lock");
const isWindows = process.platform === "win32";

/** The holder touches the lock every two seconds, so a lock that is older than this was left by a killed process. */
const TOUCH_MS = 2_000;
const STALE_MS = 15_000;

try {
  if (!isInstalled()) await withLock(install);
  requireNode24();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}

function isInstalled() {
  const expectedHash = createHash("sha256").update(readFileSync(lockFile)).digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === expectedHash) return true;
  if (!matchesLock()) return false;
  writeFileSync(stamp, expectedHash);
  return true;
}

/** Whether the installed packages match the lock file, however they were installed. */
function matchesLock() {
  const hidden = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(hidden)) return false;
  const installed = JSON.parse(readFileSync(hidden, "utf8")).packages;
  const locked = Object.entries(JSON.parse(readFileSync(lockFile, "utf8")).packages);
  return locked.every(([path, { version, link, ...conditions }]) => {
    if (!path.startsWith("node_modules/") || link || !isNeededHere(conditions)) return true;
    return installed[path]?.version === version;
  });
}

/** Whether an optional package is certainly for this system; packages for one C library are left to npm. */
function isNeededHere({ optional, os = [], cpu = [], libc }) {
  return !optional || (!libc && os.includes(process.platform) && cpu.includes(process.arch));
}

/** Runs the work under a lock, so that two simultaneous starts install only once. */
async function withLock(work) {
  mkdirSync(join(root, ".cache"), { recursive: true });
  for (let isNotified = false; !takeLock(); isNotified = true) {
    if (!isNotified) console.log("Waiting for another start that is installing the dependencies…");
    await sleep(500);
  }
  const touchTimer = setInterval(() => utimesSync(lockPath, new Date(), new Date()), TOUCH_MS);
  try {
    if (!isInstalled()) await work();
  } finally {
    clearInterval(touchTimer);
    rmSync(lockPath, { force: true });
  }
}

function takeLock() {
  const { mtimeMs } = statSync(lockPath, { throwIfNoEntry: false }) ?? {};
  if (mtimeMs !== undefined && Date.now() - mtimeMs > STALE_MS) rmSync(lockPath, { force: true });
  try {
    closeSync(openSync(lockPath, "wx"));
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

async function install() {
  console.log("Installing the dependencies (the first time this takes a minute)…");
  // Install scripts are not needed: the launcher of PostgreSQL does what its script would do.
  const options = ["--ignore-scripts", "--include=dev", "--include=optional", "--loglevel=error"];
  const npm = process.env.npm_execpath ?? "";
  const [program, ...args] = basename(npm) === "npm-cli.js" ? [process.execPath, npm] : ["npm"];
  const child = spawn(program, [...args, "ci", ...options], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    shell: isWindows && program === "npm",
  });
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code !== 0) {
    throw new Error("The dependencies could not be installed; see the messages of npm above.");
  }
  if (!isInstalled())
    throw new Error("npm left out some of the dependencies. Run npm ci --include=optional to see why.");
}

/** npm puts the pinned Node first on the PATH; this checks which version the next command will really use. */
function requireNode24() {
  const path = [join(root, "node_modules", ".bin"), process.env.PATH].join(delimiter);
  const result = spawnSync("node", ["--version"], {
    encoding: "utf8",
    shell: isWindows,
    env: { ...process.env, PATH: path },
  });
  const version = result.stdout?.trim() ?? "";
  if (Number(/^v(\d+)\./.exec(version)?.[1]) >= 24) return;
  const found = version === "" ? "it does not start" : `found ${version}`;
  throw new Error(
    `Groundcrew needs Node 24 (${found}), and npm has none for ${process.platform}-${process.arch}: install Node 24.`,
  );
}
