import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import { findChromium, findHeadlessShell } from "../scripts/chromium.ts";
import { temporaryFolder } from "../scripts/memory-folder.ts";

process.env["TMPDIR"] = temporaryFolder();

const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * Each worker has one system for all its tests, with a clock and a fleet of its own. Failed tests are not retried: a flaky test
 * is defective or reveals a defect.
 */
export default defineConfig({
  testDir: ".",
  outputDir: "test-results",
  globalSetup: "./global-setup.ts",
  workers: availableParallelism(),
  // The pause tests come first: they mostly wait, and other journeys can run meanwhile.
  projects: [
    { name: "pauses", testMatch: "pauses.spec.ts" },
    { name: "journeys", testMatch: "*.spec.ts", testIgnore: ["pauses.spec.ts", "push.spec.ts"] },
    // The headless shell has no notifications.
    {
      name: "push",
      testMatch: "push.spec.ts",
      use: { launchOptions: { executablePath: findChromium() ?? "chromium", args } },
    },
  ],
  fullyParallel: false,
  forbidOnly: true,
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [["list"]],
  use: {
    browserName: "chromium",
    viewport: { width: 1440, height: 900 },
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: findHeadlessShell() ?? "chromium",
      args,
    },
  },
});
