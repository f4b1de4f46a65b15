import { execFileSync } from "node:child_process";
import { ensureTestBrowsers } from "./chromium.ts";
import { runSteps, STATIC_CHECKS } from "./run-steps.ts";

/** Everything except what starts the whole product, or kills its parts. Of the journeys, only those whose own files changed. */
const PROJECTS = ["shared", "server", "simulator", "web", "components", "example kind", "example form"];
/** Tests that read the source code, so that any change may concern them. */
const SOURCE_TESTS = ["layers", "tenant-queries", "words"].map((name) => `scripts/${name}.test.ts`);

/** The commit to compare with: where this branch diverged from its upstream or, without one, the commit before the last. */
function base(): string {
  try {
    return execFileSync("git", ["merge-base", "HEAD", "@{upstream}"], { encoding: "utf8", stdio: "pipe" }).trim();
  } catch {
    return "HEAD~1";
  }
}

await runSteps(STATIC_CHECKS, [
  { name: "tests of the source code", command: ["vitest", "run", "--project=scripts", ...SOURCE_TESTS] },
  {
    name: "tests of what changed",
    command: [
      "vitest",
      "run",
      "--changed",
      base(),
      "--passWithNoTests",
      ...PROJECTS.map((name) => `--project=${name}`),
    ],
    prepare: () => ensureTestBrowsers(console.log),
  },
  {
    name: "journeys whose files changed",
    command: [
      "playwright",
      "test",
      "--config=e2e/playwright.config.ts",
      "--project=journeys",
      `--only-changed=${base()}`,
      "--pass-with-no-tests",
    ],
  },
]);
