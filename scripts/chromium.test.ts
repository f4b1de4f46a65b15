import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { findChromium, findHeadlessShell } from "./chromium.ts";

const home = mkdtempSync(join(tmpdir(), "groundcrew-browser-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));
afterEach(() => vi.unstubAllEnvs());

function browser(...segments: string[]): string {
  const path = join(home, ...segments);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, "");
  chmodSync(path, 0o755);
  return path;
}

test("a browser named by CHROMIUM is used", () => {
  vi.stubEnv("CHROMIUM", "/opt/my/chromium");
  expect(findChromium()).toBe("/opt/my/chromium");
  expect(findHeadlessShell()).toBe("/opt/my/chromium");
});

test("an installed browser is found on the PATH", () => {
  vi.stubEnv("CHROMIUM", "");
  const path = browser("bin", "chromium");
  vi.stubEnv("PATH", `${join(home, "empty")}:${join(home, "bin")}`);
  expect(findChromium()).toBe(path);
});

test("Playwright's own browser is found when there is no other", () => {
  vi.stubEnv("CHROMIUM", "");
  vi.stubEnv("PATH", join(home, "empty"));
  const path = browser("playwright", "chromium-1200", "chrome-linux64", "chrome");
  vi.stubEnv("PLAYWRIGHT_BROWSERS_PATH", join(home, "playwright"));
  expect(findChromium()).toBe(path);
});

test("tests run in the headless shell where it is installed, else in Chromium", () => {
  vi.stubEnv("CHROMIUM", "");
  const chromium = browser("both", "chromium");
  vi.stubEnv("PATH", join(home, "both"));
  vi.stubEnv("PLAYWRIGHT_BROWSERS_PATH", join(home, "none"));
  expect(findHeadlessShell()).toBe(chromium);
  const shell = browser("both", "chromium-headless-shell");
  expect(findHeadlessShell()).toBe(shell);
  expect(findChromium()).toBe(chromium);
});
