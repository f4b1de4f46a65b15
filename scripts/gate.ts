import { outstandingLines } from "./deep/records.ts";
import { runSteps, STATIC_CHECKS, UNIT, WEB_APP, type Step } from "./run-steps.ts";

const BROWSER: Step = {
  name: "browser tests",
  command: ["playwright", "test", "--config", "e2e/playwright.config.ts", "--project=journeys"],
};

/** Journeys wait for part of their time. With a share of its own, what fills that would slow them beyond their time limits. */
const filling = STATIC_CHECKS.map((step) => Object.assign({ isPatient: true } as const, step));

// One after the other: running both at once takes an eighth less time, but on a slow machine tests then exceed their time limits.
await runSteps(filling, [WEB_APP, UNIT, BROWSER]);
for (const line of outstandingLines()) console.log(line);
