import type { ReadinessState } from "@groundcrew/shared/readiness";
import {
  countReadiness,
  groupStations,
  sortStations,
  stationSortLabels,
  type Station,
  type StationSort,
  withReadiness,
} from "@groundcrew/shared/stations";
import { sampleReadiness, sampleReason } from "../shared/test/sample-readiness.ts";
import { sampleStation } from "../shared/test/sample-station.ts";
import { circumstances, fleetOptions } from "./fleet.ts";
import { goal, measure, ms } from "./measure.ts";
import { besideSystem } from "./system.ts";

/*
 * How long sorting, grouping and counting take in fleets of growing size, as the console does it, against sorting as many numbers. Work that
 * grows in proportion to the fleet has the same time per 1,000 stations in each row, which is the goal of sorting. Meanwhile a fleet reports to
 * a system on the same machine.
 *
 * node bench/sort.ts [--stations 10000] [--quiet]
 */
const SIZES = [10_000, 30_000, 100_000] as const;
const SORTS: StationSort[] = ["default", "serial_number", "swaps", "uptime", "version"];
/** The goal for counting the stations in each state of readiness and filtering by it. */
const STRIP_MS = 5;
const STATES = ["ready", "ready", "ready", "limited", "not_ready", "unknown"] as const;
const NOW = Date.parse("2026-03-01T12:00:00Z");

/** Times of sorting the smallest fleet (ms). */
const smallest = new Map<StationSort, number>();
const fleet = fleetOptions(10_000);

await besideSystem(fleet, async () => {
  console.log(circumstances(fleet));
  console.log(
    "\n| stations | work | median | per 1,000 | as many numbers | ratio | goal |\n|---|---|---|---|---|---|---|",
  );
  for (const size of SIZES) await measureSize(size);
});

async function measureSize(size: number): Promise<void> {
  const stations = Array.from({ length: size }, (_, number) => stationOf(number));
  const limit = await timeOf(() => Float64Array.from(stations, ({ swaps_performed }) => swaps_performed).sort());
  for (const sort of SORTS) {
    const sorted = () => sortStations(stations, { sort, sortInvert: false, time: "all", now: NOW });
    const time = await timeOf(sorted);
    print({ size, work: `sort by ${stationSortLabels[sort]}`, time, limit, reached: proportionGoal(size, sort, time) });
  }
  const time = await timeOf(() => groupStations(stations, "organization"));
  print({ size, work: "group by organization", time, limit, reached: "" });
  const strip = await timeOf(() => [countReadiness(stations), withReadiness(stations, ["not_ready", "limited"])]);
  const isQuick = size > SIZES[0] ? "" : goal(`${STRIP_MS} ms`, strip <= STRIP_MS);
  print({ size, work: "count and filter by readiness", time: strip, limit, reached: isQuick });
}

/** Ten times as many stations in ten times the time. Only a fleet ten times as large as the smallest has this goal. */
function proportionGoal(size: number, sort: StationSort, time: number): string {
  const [least] = SIZES;
  if (size === least) smallest.set(sort, time);
  const before = smallest.get(sort);
  return before === undefined || size !== 10 * least ? "" : goal("10 times the time", time <= 10 * before);
}

/** Stations in the order of their names, whose other values are spread over their ranges. */
function stationOf(number: number): Station {
  const spread = (Math.imul(number + 1, 0x9e3779b1) >>> 0) / 2 ** 32;
  const ago = (seconds: number) => new Date(NOW - Math.round(spread * seconds) * 1_000).toISOString();
  return sampleStation({
    name: `gc-${number.toString(16).padStart(12, "0")}`,
    serial_number: `Atlas ${Math.floor(spread * 1e6)}`,
    organization_name: `Organization ${number % 200}`,
    version_api: `4.${Math.floor(spread * 20)}.${number % 10}`,
    swaps_performed: Math.floor(spread * 5_000),
    readiness: readinessOf(STATES[Math.floor(spread * STATES.length)] ?? "ready"),
    last_active: ago(3_000),
    last_online: ago(3_000),
    last_swapped: ago(90_000),
    last_telemetry_data: { status: { station_uptime: Math.floor(spread * 1e6) } },
  });
}

function readinessOf(state: ReadinessState) {
  const effects = { ready: null, limited: "limit", not_ready: "block", unknown: "unknown" } as const;
  const effect = effects[state];
  return sampleReadiness({ state, reasons: effect === null ? [] : [sampleReason("latch", effect)] });
}

async function timeOf(work: () => unknown): Promise<number> {
  return (await measure(async () => work(), 15)).median;
}

type Row = { size: number; work: string; time: number; limit: number; reached: string };

function print({ size, work, time, limit, reached }: Row): void {
  const times = [`${ms(time)} ms`, `${((time / size) * 1_000).toFixed(2)} ms`, `${ms(limit)} ms`];
  console.log(`| ${[size, work, ...times, (time / limit).toFixed(1), reached].join(" | ")} |`);
}
