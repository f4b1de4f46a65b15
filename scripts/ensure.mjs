// Runs before everything else, on whatever Node (20 or newer) is there, with Node's own modules only: installs the
// locked dependencies, Node 24 among them, when they are absent or stale.
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
const busy = join(root, ".cache", "install.lock");
const isWindows = process.platform === "win32";

/** The holder touches its lock every two seconds; one that was killed is not waited for. */
const TOUCH_MS = 2_000;
const STALE_MS = 15_000;

try {
  if (!isInstalled()) await alone(install);
  requireNode24();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}

function isInstalled() {
  const wanted = createHash("sha256").update(readFileSync(lockFile)).digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return true;
  if (!matchesLock()) return false;
  writeFileSync(stamp, wanted);
  return true;
}

/** Whether what npm says it installed is what the lock asks for: an install by hand counts too. */
function matchesLock() {
  const hidden = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(hidden)) return false;
  const installed = JSON.parse(readFileSync(hidden, "utf8")).packages;
  const locked = Object.entries(JSON.parse(readFileSync(lockFile, "utf8")).packages);
  return locked.every(([path, { version, link, ...terms }]) => {
    if (!path.startsWith("node_modules/") || link || !isNeededHere(terms)) return true;
    return installed[path]?.version === version;
  });
}

/** An optional package counts when it is surely meant for this system; the C library is npm's to find out. */
function isNeededHere({ optional, os = [], cpu = [], libc }) {
  return !optional || (!libc && os.includes(process.platform) && cpu.includes(process.arch));
}

/** Two starts at once install once: the second waits for the first. */
async function alone(work) {
  mkdirSync(join(root, ".cache"), { recursive: true });
  for (let isNotified = false; !takeLock(); isNotified = true) {
    if (!isNotified) console.log("Waiting for another start that is installing the dependencies…");
    await sleep(500);
  }
  const touching = setInterval(() => utimesSync(busy, new Date(), new Date()), TOUCH_MS);
  try {
    if (!isInstalled()) await work();
  } finally {
    clearInterval(touching);
    rmSync(busy, { force: true });
  }
}

function takeLock() {
  const { mtimeMs } = statSync(busy, { throwIfNoEntry: false }) ?? {};
  if (mtimeMs !== undefined && Date.now() - mtimeMs > STALE_MS) rmSync(busy, { force: true });
  try {
    closeSync(openSync(busy, "wx"));
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

async function install() {
  console.log("Installing the dependencies (the first time this takes a minute)…");
  // Scripts of packages need not run: what PostgreSQL's would do, its launcher does.
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
    throw new Error("The dependencies could not be installed; npm says why above. Start again when that is solved.");
  }
  if (!isInstalled())
    throw new Error("npm left out some of the dependencies. Run npm ci --include=optional to see why.");
}

/** npm has put the folder of the pinned Node first on the PATH; this asks what the next command will really run on. */
function requireNode24() {
  const path = [join(root, "node_modules", ".bin"), process.env.PATH].join(delimiter);
  const told = spawnSync("node", ["--version"], {
    encoding: "utf8",
    shell: isWindows,
    env: { ...process.env, PATH: path },
  });
  const version = told.stdout?.trim() ?? "";
  if (Number(/^v(\d+)\./.exec(version)?.[1]) >= 24) return;
  const found = version === "" ? "it does not start" : `found ${version}`;
  throw new Error(
    `Groundcrew needs Node 24 (${found}), and npm has none for ${process.platform}-${process.arch}: install Node 24.`,
  );
}
