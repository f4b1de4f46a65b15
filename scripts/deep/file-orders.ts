import { env } from "node:process";
import { runStep, UNIT, WEB_APP } from "../run-steps.ts";

/*
 * Runs the files of `npm run unit` in random orders: files share what they import, and none may depend on what another left there. Within a
 * project, Vitest begins files in the order of its seed, so workers and browser pages get different ones together each time.
 */
const ORDERS = Number(env["ORDERS"] ?? 3);
const FIRST_SEED = Number(env["ORDERS_SEED"] ?? 1);

const seeds = Array.from({ length: ORDERS }, (_, nth) => FIRST_SEED + nth);
const { signal } = new AbortController();
await runStep(WEB_APP, signal);
const counts: string[] = [];
for (const seed of seeds) {
  const output = await runStep(
    {
      ...UNIT,
      name: `seed ${seed}`,
      command: [...UNIT.command, "--sequence.shuffle.files", `--sequence.seed=${seed}`],
      isKept: true,
      env: { NO_COLOR: "1" },
    },
    signal,
  );
  const [, files, tests] = /Test Files +(\d+) passed[^]*?Tests +(\d+) passed/.exec(output) ?? [];
  counts.push(`${files} files with ${tests} tests in the order of seed ${seed}`);
}
console.log(`figure: ${counts.join(", ")}; none failed`);
