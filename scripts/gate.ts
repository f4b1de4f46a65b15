import { ensureTestBrowsers } from "./chromium.ts";
import { ensureFfmpeg } from "./ffmpeg.ts";
import { outstandingLines } from "./deep/records.ts";
import { runSteps, STATIC_CHECKS, type Step } from "./run-steps.ts";

/** Built once here, because several tests would otherwise build it at the same time. A test checks that NODE_ENV made no difference. */
const WEB_APP: Step = {
  name: "web app",
  command: ["node", "scripts/web-build.ts"],
  env: { NODE_ENV: "test" },
};

const UNIT: Step = {
  name: "unit, server and component tests",
  command: ["vitest", "run", "--project=!deep"],
  // Downloaded here, because a download takes longer than a test may.
  prepare: () => (ensureFfmpeg(), ensureTestBrowsers(console.log)),
};

const BROWSER: Step = {
  name: "browser tests",
  command: ["playwright", "test", "--config", "e2e/playwright.config.ts", "--project=journeys"],
};

// One after the other: running both at once takes an eighth less time, but on a slow machine tests then exceed their time limits.
await runSteps(STATIC_CHECKS, [WEB_APP, UNIT, BROWSER]);
for (const line of outstandingLines()) console.log(line);
