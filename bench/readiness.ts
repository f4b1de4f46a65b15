import { stationReadiness, type ReadinessFacts, type StationReadiness } from "@groundcrew/shared/readiness";
import { readyFacts, rulesFor, slots, START } from "../shared/test/readiness.ts";
import { circumstances, fleetOptions } from "./fleet.ts";
import { goal, measure } from "./measure.ts";
import { besideSystem } from "./system.ts";

/*
 * How long it takes to decide the readiness of a station after each snapshot: when only readings differ, and when reasons begin and end. Meanwhile a
 * fleet reports to a system on the same machine.
 *
 * node bench/readiness.ts [--stations 10000] [--quiet]
 */
const SNAPSHOT_MS = 30_000;
const GOAL_US = 5;
const fleet = fleetOptions(10_000);
const rules = rulesFor("atlas");
const medians = Array.from({ length: 20 }, () => 5);

await besideSystem(fleet, async () => {
  console.log(circumstances(fleet));
  console.log("\n| a snapshot | median | goal |\n|---|---|---|");
  await measureFleet("only readings differ", (nth) => factsOf(nth, 72, false));
  await measureFleet("several reasons begin and end", (nth) => factsOf(nth, nth % 20 < 10 ? 72 : 110, nth % 6 < 3));
});

async function measureFleet(label: string, factsAt: (nth: number) => ReadinessFacts): Promise<void> {
  const results = Array.from({ length: fleet.stations }, (): StationReadiness | null => null);
  const { median } = await measure(async (nth) => {
    const facts = factsAt(nth);
    const now = START + nth * SNAPSHOT_MS;
    for (const [index, before] of results.entries()) results[index] = stationReadiness(facts, rules, { now, before });
  });
  const us = (median / fleet.stations) * 1_000;
  console.log(`| ${label} | ${us.toFixed(2)} µs | ${goal(`${GOAL_US} µs`, us <= GOAL_US)} |`);
}

function factsOf(nth: number, temperature: number, isBusy: boolean): ReadinessFacts {
  const level = 40 + (nth % 60);
  return readyFacts("atlas", {
    charge_minutes: medians,
    last_telemetry: START + nth * SNAPSHOT_MS,
    readings: {
      temperature: temperature + (nth % 3),
      system: isBusy ? "SWAPPING" : "IDLE",
      charger: slots("COMPLETE", "COMPLETE", level, level, "DISCONNECTED", "CONNECTED", "COMPLETE", level),
    },
  });
}
