import { expect, test } from "vitest";
import { digestResults, RESULTS_DIGEST } from "../../../shared/test/random-stations.ts";

test("10,000 random stations have the same readiness in the browser as on the server", async () => {
  expect(await digestResults()).toBe(RESULTS_DIGEST);
});
