import { availableParallelism } from "node:os";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { findHeadlessShell } from "./scripts/chromium.ts";
import { temporaryFolder } from "./scripts/memory-folder.ts";

process.env["TMPDIR"] = temporaryFolder();

// Tests start databases, servers and browsers, which already use more than one core each.
const maxWorkers = availableParallelism();

// A busy machine may be many times slower than a quiet one. What fails says so at once; only what hangs waits this long.
const longTimeouts = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 30_000 } } };

// Files share what they import, which is most of their time: no test changes a module's state.
const shared = { ...longTimeouts, isolate: false };

// Node strips the types itself, as it does when the server runs; JSX needs Vite.
const stripped = { ...shared, experimental: { viteModuleRunner: false } };

/** Tests that pause or kill a server, its database or its broker, and start another one. */
const KILLING = [
  "server/test/{killed,frozen}-*.test.ts",
  "server/test/{draining,failing-writes,full-disk,little-memory,watched-faults}.test.ts",
];

export default defineConfig({
  test: {
    maxWorkers,
    projects: [
      { test: { ...stripped, name: "shared", include: ["shared/src/**/*.test.ts"] } },
      {
        test: {
          ...stripped,
          name: "server",
          include: ["server/**/*.test.ts"],
          exclude: KILLING,
          globalSetup: ["server/test/global-setup.ts"],
        },
      },
      { test: { ...stripped, name: "kill", include: KILLING, globalSetup: ["server/test/global-setup.ts"] } },
      { test: { ...stripped, name: "simulator", include: ["simulator/**/*.test.ts"] } },
      { test: { ...shared, name: "web", include: ["web/{src,service-worker}/**/*.test.ts"] } },
      { test: { ...stripped, name: "scripts", include: ["scripts/**/*.test.ts"] } },
      components(),
    ],
  },
});

/** The web app in a real browser, with a fake server. */
function components() {
  return {
    extends: "./web/vite.config.ts",
    test: {
      ...shared,
      name: "components",
      maxWorkers,
      include: ["web/src/**/*.browser.test.tsx"],
      setupFiles: ["./web/test/own-browser.ts"],
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        // Names match in part, as in the browser tests.
        locators: { exact: false },
        viewport: { width: 1440, height: 900 },
        provider: playwright({
          launchOptions: { executablePath: findHeadlessShell() ?? "chromium", args: ["--no-sandbox", "--disable-gpu"] },
        }),
        instances: [{ browser: "chromium" as const }],
      },
    },
  };
}
