import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, globSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const MAC_APPS = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** The browser that the browser tests run in: the one named by `CHROMIUM`, an installed one, or Playwright's own. */
export function findChromium(): string | null {
  const named = process.env["CHROMIUM"];
  if (named) return named;
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const onPath = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [...onPath, ...MAC_APPS, ...ofPlaywright()].find(isProgram) ?? null;
}

/** Finds a browser or installs one; fails with a sentence on how to get one. */
export function ensureChromium(say: (line: string) => void): string {
  const found = findChromium() ?? installChromium(say);
  if (found !== null) return found;
  const ways = "apt-get install chromium on Debian, npx playwright install chromium elsewhere";
  throw new Error(`The browser tests need Chromium: install it (${ways}), or set CHROMIUM to its path.`);
}

function installChromium(say: (line: string) => void): string | null {
  if (process.getuid?.() !== 0 || !existsSync("/etc/debian_version")) return null;
  say("Installing Chromium for the browser tests…");
  for (const args of [["update"], ["install", "-y", "--no-install-recommends", "chromium"]]) {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    const { status } = spawnSync("apt-get", ["-q", ...args], { stdio: ["ignore", "inherit", "inherit"], env });
    if (status !== 0) return null;
  }
  return findChromium();
}

function ofPlaywright(): string[] {
  const cache = process.env["PLAYWRIGHT_BROWSERS_PATH"] ?? join(homedir(), ".cache", "ms-playwright");
  return globSync("chromium-*/chrome-linux*/chrome", { cwd: cache }).map((path) => join(cache, path));
}

function isProgram(path: string): boolean {
  if (!existsSync(path)) return false;
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    // Not ours to run: look further.
    return false;
  }
}
