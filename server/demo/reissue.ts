import type { FleetStation } from "@groundcrew/simulator/model";
import type { Db } from "../src/db/index.ts";
import { hashSecret } from "../src/link/index.ts";
import type { Plan } from "./plan.ts";
import { newSecret } from "./plant.ts";
import { findNewestConfigs, replaceSecrets } from "./queries.ts";
import { fleetEntry } from "./simulated.ts";

/**
 * Rebuilds the fleet file's entries of stations that are in the database but not in the file, with new passwords, their last reported
 * counters (by name) and their newest configuration.
 */
export async function reissue(
  tx: Db,
  plans: readonly Plan[],
  counters: ReadonlyMap<string, number>,
): Promise<FleetStation[]> {
  const configs = await findNewestConfigs(
    tx,
    plans.map(({ name }) => name),
  );
  const entries = plans.map((plan) =>
    fleetEntry(plan, {
      swaps: counters.get(plan.name) ?? 0,
      config: configs.get(plan.name) ?? null,
      password: newSecret(),
    }),
  );
  await replaceSecrets(
    tx,
    entries.map(({ name, password }) => ({ name, hash: hashSecret(password) })),
  );
  return entries;
}
