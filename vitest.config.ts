import { availableParallelism } from "node:os";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { findHeadlessShell, ROOM_FOR_OBJECTS } from "./scripts/chromium.ts";
import { DEEP_FILES } from "./scripts/deep/tests.ts";
import { temporaryFolder } from "./scripts/memory-folder.ts";
import { listExample } from "./server/test/example-kind/list-example.ts";

process.env["TMPDIR"] = temporaryFolder();
// Tests compare times that people read, whatever the zone of this machine is.
process.env["TZ"] = "UTC";

// Tests start databases, servers and browsers, which already use more than one core each.
const maxWorkers = availableParallelism();

// What fails says so at once; only what hangs waits this long. Files share what they import, which is most of their time; what modules of
// the web app keep is reset before each test.
const shared = {
  isolate: false,
  testTimeout: 30_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 5_000 } },
  setupFiles: ["./shared/test/same-cases.ts"],
};

// Node strips the types itself, as it does when the server runs; JSX needs Vite.
const stripped = { ...shared, experimental: { viteModuleRunner: false }, execArgv: [...ROOM_FOR_OBJECTS] };

/** Tests that start servers, threads and programs. */
const starting = { ...stripped, expect: { poll: { timeout: 15_000 } } };

/** What kills, freezes and installs waits for programs that take long to start. */
const deep = { ...stripped, testTimeout: 600_000, hookTimeout: 180_000, expect: { poll: { timeout: 30_000 } } };

/** React as it is delivered: its checks for developers take a sixth of these tests' processor time. */
const delivered = { "process.env.NODE_ENV": '"production"' };

const webSetup = [...shared.setupFiles, "./web/test/new-page.ts"];
const globalSetup = ["server/test/global-setup.ts"];
const exclude = [...DEEP_FILES];

/** Tests in which an example of a kind of rule is listed. */
const EXAMPLE = "server/test/example-kind/*.test.ts";
const EXAMPLE_FORM = "web/test/example-kind/*.test.tsx";
const listing = { execArgv: [...ROOM_FOR_OBJECTS, "--import", "./server/test/example-kind/list-natively.ts"] };

export default defineConfig({
  test: {
    maxWorkers,
    projects: [
      { test: { ...stripped, name: "shared", include: ["shared/src/**/*.test.ts"] } },
      {
        test: {
          ...starting,
          name: "server",
          include: ["server/**/*.test.ts"],
          exclude: [...exclude, EXAMPLE],
          globalSetup,
        },
      },
      { test: { ...starting, ...listing, name: "example kind", include: [EXAMPLE], globalSetup } },
      { plugins: [listExample()], test: { ...shared, name: "example form", include: [EXAMPLE_FORM] } },
      { test: { ...deep, name: "deep", include: exclude, globalSetup } },
      { test: { ...stripped, name: "simulator", include: ["simulator/**/*.test.ts"] } },
      { test: { ...shared, name: "web", include: ["web/{src,service-worker}/**/*.test.ts"], setupFiles: webSetup } },
      { test: { ...starting, name: "scripts", include: ["scripts/**/*.test.ts"], exclude } },
      components(),
    ],
  },
});

/** The web app in a real browser, with a fake server. */
function components() {
  return {
    extends: "./web/vite.config.ts",
    define: delivered,
    // What Vite does not find before the tests begin, it would reload pages for.
    optimizeDeps: {
      include: ["@simplewebauthn/browser", "fast-check", "qr", "zod/v4/locales/en.js"],
      rolldownOptions: { transform: { define: delivered } },
    },
    oxc: { jsx: { runtime: "automatic" as const, development: false } },
    test: {
      ...shared,
      name: "components",
      maxWorkers,
      include: ["web/{src,gallery}/**/*.browser.test.tsx"],
      setupFiles: [...webSetup, "./web/test/own-browser.ts"],
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        // Names match in part, as in the browser tests.
        locators: { exact: false },
        viewport: { width: 1440, height: 900 },
        provider: playwright({
          // Frames of transitions would be most of what the browser draws.
          contextOptions: { reducedMotion: "reduce" },
          launchOptions: {
            executablePath: findHeadlessShell() ?? "chromium",
            args: ["--no-sandbox", "--disable-gpu", `--js-flags=${ROOM_FOR_OBJECTS.join(" ")}`],
          },
        }),
        instances: [{ browser: "chromium" as const }],
      },
    },
  };
}
