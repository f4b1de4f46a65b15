import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import { findHeadlessShell } from "../scripts/chromium.ts";
import { temporaryFolder } from "../scripts/memory-folder.ts";
import { CHROMIUM_FLAGS } from "./chromium-flags.ts";

process.env["TMPDIR"] = temporaryFolder();
// Tests compare times that people read, whatever the zone of this machine is.
process.env["TZ"] = "UTC";

/**
 * Each worker has one system for all its tests, with a clock and a fleet of its own. Failed tests are not retried: a flaky test
 * is defective or reveals a defect. `npm test` runs the project `journeys`; `npm run test:deep` runs files of `deep`.
 */
export default defineConfig({
  testDir: ".",
  outputDir: "test-results",
  globalSetup: "./global-setup.ts",
  workers: availableParallelism(),
  projects: [
    {
      name: "journeys",
      testIgnore: "deep/**",
      timeout: 60_000,
      expect: { timeout: 15_000 },
      // Frames of transitions would be a large part of what the browser draws. Deep tests have them.
      use: { contextOptions: { reducedMotion: "reduce" } },
    },
    { name: "deep", testDir: "deep", timeout: 240_000, expect: { timeout: 30_000 } },
  ],
  fullyParallel: false,
  forbidOnly: true,
  reporter: [["list"]],
  use: {
    browserName: "chromium",
    viewport: { width: 1440, height: 900 },
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: findHeadlessShell() ?? "chromium",
      args: CHROMIUM_FLAGS,
    },
  },
});
