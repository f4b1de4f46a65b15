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

/** The browser that the browser tests run in: the one named by `CHROMIUM`, an installed one, or Playwright's own. */
export function findChromium(): string | null {
  const named = process.env["CHROMIUM"];
  if (named) return named;
  return findProgram(NAMES) ?? [...MAC_APPS, ...playwrightBrowsers()].find(isProgram) ?? null;
}

/** Finds or installs a browser; throws an error that says how to install one. */
export function ensureChromium(report: (line: string) => void): string {
  const found = findChromium() ?? installChromium(report);
  if (found !== null) return found;
  const howTo = "apt-get install chromium on Debian, npx playwright install chromium elsewhere";
  throw new Error(`The browser tests need Chromium: install it (${howTo}), or set CHROMIUM to its path.`);
}

function installChromium(report: (line: string) => void): string | null {
  if (!mayInstall()) return null;
  report("Installing Chromium for the browser tests…");
  return install("chromium") ? findChromium() : null;
}

function playwrightBrowsers(): string[] {
  const cache = process.env["PLAYWRIGHT_BROWSERS_PATH"] ?? join(homedir(), ".cache", "ms-playwright");
  return globSync("chromium-*/chrome-linux*/chrome", { cwd: cache }).map((path) => join(cache, path));
}
