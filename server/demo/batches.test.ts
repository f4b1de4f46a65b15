import { defaultBrand } from "@groundcrew/shared/brand";
import { expect, test } from "vitest";
import { loadBatches } from "./batches.ts";
import type { MadeBatch } from "./make-batch.ts";
import { planStation } from "./plan.ts";
import { detailOf } from "./timeline.ts";

const options = { seed: 1, now: Date.UTC(2026, 2, 1, 12), brand: defaultBrand };
const context = { now: options.now, detail: detailOf(10_000), orgIds: new Map(), tagIds: new Map(), firstId: 7 };

function plansOf(stations: number) {
  return Array.from({ length: stations }, (_, index) => planStation(index, options));
}

async function collect(batches: AsyncGenerator<MadeBatch>): Promise<MadeBatch[]> {
  const all: MadeBatch[] = [];
  for await (const batch of batches) all.push(batch);
  return all;
}

/** Rows without passwords, which are random, and without ids. */
const rowsOf = ({ copies }: MadeBatch) =>
  copies
    .filter(({ table }) => !["stations", "station_errors"].includes(table) && !table.startsWith("support_log"))
    .map(({ statement, rows }) => `${statement}\n${Buffer.from(rows).toString()}`);

test("threads make the same batches of a large fleet, in the same order, with ids that never occur twice", async () => {
  const inThreads = await collect(loadBatches(plansOf(2_000), context));
  const here = await collect(loadBatches(plansOf(100), context));
  expect(inThreads).toHaveLength(40);
  for (const [nth, batch] of here.entries()) expect(inThreads.slice(nth, nth + 1).map(rowsOf)).toEqual([rowsOf(batch)]);
  const ids = inThreads.flatMap(({ copies }) => idsIn(copies));
  expect(new Set(ids).size).toBe(ids.length);
  expect(Math.max(...ids)).toBe((inThreads.at(-1)?.nextId ?? 0) - 1);
});

function idsIn(copies: MadeBatch["copies"]): number[] {
  const entries = copies.filter(({ table }) => table === "support_log_entries");
  return entries.flatMap(({ rows }) =>
    Array.from(Buffer.from(rows).toString().matchAll(/^\d+/gm), ([id]) => Number(id)),
  );
}

test("when making a batch fails in a thread, so does the load", async () => {
  const plans = plansOf(2_000).map((plan) => ({ ...plan, created: Number.NaN }));
  await expect(collect(loadBatches(plans, context))).rejects.toThrow("Invalid time value");
});
