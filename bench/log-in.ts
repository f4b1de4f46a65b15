import { percentile } from "../server/test/percentile.ts";
import { logIn } from "./console.ts";
import { circumstances, fleetOptions } from "./fleet.ts";
import { goal, ms } from "./measure.ts";
import { openSystem } from "./system.ts";

/*
 * How long a login takes while others log in at the same moment, each with an account of their own. Checking a password takes most of
 * it, on purpose.
 *
 * node bench/log-in.ts [--stations 1000] [--quiet]
 */
const fleet = fleetOptions(1_000);
const TOGETHER = [1, 5, 20];
const LOGINS = 200;
/** Goal for the 95th percentile of as many logins at once (ms). */
const GOAL = { together: 20, ms: 400 } as const;

console.log(circumstances(fleet));
const system = await openSystem(fleet);
try {
  const people = await system.addPeople(GOAL.together);
  console.log("\n| logins at once | median | p95 | goal |\n|---|---|---|---|");
  for (const together of TOGETHER) {
    const times: number[] = [];
    while (times.length < LOGINS) times.push(...(await Promise.all(people.slice(0, together).map(timeOfLogin))));
    const [median, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
    const judged = together === GOAL.together ? goal(`${GOAL.ms} ms`, p95 <= GOAL.ms) : "";
    console.log(`| ${together} | ${ms(median)} ms | ${ms(p95)} ms | ${judged} |`);
  }
} finally {
  await system.stop();
}

async function timeOfLogin(email: string): Promise<number> {
  const startMs = performance.now();
  await logIn(system.url, email);
  return performance.now() - startMs;
}
