import { expect, test } from "vitest";
import { digestResults, RESULTS_DIGEST } from "../../test/random-stations.ts";

test("10,000 random stations have the same readiness on the server as in the browser", async () => {
  expect(await digestResults()).toBe(RESULTS_DIGEST);
});
