import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // Many tests wait for a clock or a process, so that one for each core leaves cores idle.
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      { test: { name: "shared", include: ["shared/src/**/*.test.ts"] } },
      {
        test: {
          name: "server",
          include: ["server/**/*.test.ts"],
          globalSetup: ["server/test/global-setup.ts"],
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      { test: { name: "simulator", include: ["simulator/**/*.test.ts"], testTimeout: 30_000 } },
      { test: { name: "web", include: ["web/src/**/*.test.ts"] } },
      { test: { name: "scripts", include: ["scripts/**/*.test.ts"], testTimeout: 120_000 } },
    ],
  },
});
