import { globSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { install, mayInstall } from "./apt.ts";
import { findProgram, isProgram } from "./find-program.ts";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const MAC_APPS = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** Flags of V8, in MB: with this room for new objects, collecting garbage takes tests a tenth less processor time in Node and a sixth less in Chromium. */
export const ROOM_FOR_OBJECTS: readonly string[] = ["--min-semi-space-size=32", "--max-semi-space-size=64"];

/** Chromium itself: the browser named by `CHROMIUM`, an installed one, or Playwright's own. Only push messages need it. */
export function findChromium(): string | null {
  const named = process.env["CHROMIUM"];
  if (named) return named;
  return (
    findProgram(NAMES) ??
    [...MAC_APPS, ...playwrightBrowsers("chromium-*/chrome-linux*/chrome")].find(isProgram) ??
    null
  );
}

/** The browser of most tests: Chromium's headless shell, which takes half of its CPU time, or else Chromium itself. */
export function findHeadlessShell(): string | null {
  const named = process.env["CHROMIUM"];
  if (named) return named;
  const shells = playwrightBrowsers("chromium_headless_shell-*/chrome-*/*headless*shell");
  return findProgram(["chromium-headless-shell"]) ?? shells.find(isProgram) ?? findChromium();
}

/** Finds or installs Chromium; throws an error that says how to install it. */
export function ensureChromium(report: (line: string) => void): string {
  const found = findChromium() ?? installed("chromium", report, findChromium);
  if (found !== null) return found;
  const howTo = "apt-get install chromium on Debian, npx playwright install chromium elsewhere";
  throw new Error(`The browser tests need Chromium: install it (${howTo}), or set CHROMIUM to its path.`);
}

/** Finds or installs what the tests run in. Without the headless shell they run in Chromium. */
export function ensureTestBrowsers(report: (line: string) => void): void {
  const chromium = ensureChromium(report);
  if (findHeadlessShell() === chromium && !process.env["CHROMIUM"])
    installed("chromium-headless-shell", report, findHeadlessShell);
}

function installed(name: string, report: (line: string) => void, find: () => string | null): string | null {
  if (!mayInstall()) return null;
  report(`Installing ${name} for the browser tests…`);
  return install(name) ? find() : null;
}

function playwrightBrowsers(pattern: string): string[] {
  const cache = process.env["PLAYWRIGHT_BROWSERS_PATH"] ?? join(homedir(), ".cache", "ms-playwright");
  return globSync(pattern, { cwd: cache }).map((path) => join(cache, path));
}
