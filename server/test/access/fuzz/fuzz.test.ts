import { env } from "node:process";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { heapUsed } from "../../heap.ts";
import { variants } from "../send-all.ts";
import { INVENTED } from "../ids.ts";
import { endpointOf } from "../table.ts";
import { hostileRequests, requestOf } from "./requests.ts";
import { openTrial } from "./trial.ts";

/** Number of requests per recipe and the random seed; both are printed when a test fails. */
const RUNS = Number(env.FUZZ_RUNS ?? 2);
const SEED = Number(env.FUZZ_SEED ?? 20_261_121);
const MS_A_RUN = 2_000;

const { system, restore, tryRequest } = await openTrial();
const known = [system.ours, system.theirs, INVENTED].flatMap((ids) => Object.values(ids));

test.for(variants(system))(
  `%s answers any input (seed ${SEED}, ${RUNS} runs)`,
  { timeout: 30_000 + RUNS * MS_A_RUN },
  async (variant) => {
    expect.hasAssertions();
    await restore();
    await tryHostile(variant);
  },
);

test("the same requests again leave nothing in memory", { timeout: 30_000 + RUNS * MS_A_RUN }, async () => {
  const some = variants(system).filter((_, nth) => nth % 14 === 4);
  for (const variant of some) await tryHostile(variant);
  const before = heapUsed();
  for (const variant of some) await tryHostile(variant);
  expect(heapUsed() / before).toBeLessThan(1.1);
});

async function tryHostile(variant: string): Promise<void> {
  const endpoint = system.endpoints.find(({ name }) => name === endpointOf(variant));
  if (!endpoint) throw new Error(`${variant} is gone.`);
  const requests = hostileRequests(endpoint, known);
  const property = fc.asyncProperty(requests, (hostile) =>
    tryRequest(variant, hostile.who, (granted) => requestOf(endpoint, granted, hostile)),
  );
  await fc.assert(property, { numRuns: RUNS, seed: SEED });
}
