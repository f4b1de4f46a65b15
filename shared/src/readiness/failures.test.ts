import { expect, test } from "vitest";
import type { SwapPiece } from "../swap-attempts/index.ts";
import { failedJob, failedSwaps, type JobFailure } from "./failures.ts";

const MINUTE = 60_000;
const [latch, gripper] = [
  { id: 64, title: "Battery latch was not seen open" },
  { id: 118, title: "Left gripper did not report home" },
];

let ids = 0;
function failure(atMinutes: number, job_id: string | null, parts: Partial<JobFailure> = {}): JobFailure {
  return {
    event_id: `error ${++ids}`,
    at: atMinutes * MINUTE,
    job_id,
    job_type: "battery_swap",
    group: latch,
    ...parts,
  };
}
const padEmpty = (minutes: number): SwapPiece => ({
  event_id: `empty ${minutes}`,
  kind: "pad_empty",
  at: minutes * MINUTE,
  job_id: null,
  swaps: 0,
});
const swapsOf = (failures: readonly JobFailure[], emptied: readonly number[] = []) =>
  failedSwaps("atlas", { failures, pieces: emptied.map(padEmpty) }, null);

test("the attempt that began last says since when, and for the group of its first error", () => {
  const failures = [failure(0, "a"), failure(1, "b", { group: gripper }), failure(2, "a"), failure(3, "b")];
  expect(swapsOf(failures)).toEqual({ count: 2, at: MINUTE, group: gripper });
});

test("errors without a job are one attempt while they are up to five minutes apart, unless the pad became empty between them", () => {
  const failures = [failure(0, null), failure(5, null), failure(10, null, { group: gripper })];
  expect(swapsOf(failures)).toEqual({ count: 1, at: 0, group: latch });
  expect(swapsOf(failures, [7])).toEqual({ count: 2, at: 10 * MINUTE, group: gripper });
  expect(swapsOf(failures, [11])).toMatchObject({ count: 1 });
  expect(swapsOf([...failures, failure(15.001, null)])).toMatchObject({ count: 2, at: 15.001 * MINUTE });
});

test("only jobs that swap are failed swaps, and only movements are failed jobs", () => {
  const failures = [
    failure(0, "a", { job_type: "home_all" }),
    failure(1, "b", { job_type: "PowerSwap" }),
    failure(2, "c", { job_type: "open_roof" }),
    failure(3, "d", { job_type: "charge" }),
  ];
  expect(swapsOf(failures)).toEqual({ count: 1, at: MINUTE, group: latch });
  expect(failedJob(failures)).toEqual({ job: "open_roof", at: 2 * MINUTE });
  expect([swapsOf([], [1]), failedJob([])]).toEqual([null, null]);
});

const swapAt = (minutes: number, job_id: string | null): SwapPiece => ({
  ...padEmpty(minutes),
  event_id: `swap ${minutes}`,
  kind: "swap",
  job_id,
  swaps: 1,
});
const sinceSwap = (errors: readonly JobFailure[], pieces: readonly SwapPiece[], swappedAt = 10) =>
  failedSwaps("atlas", { failures: errors, pieces }, swappedAt * MINUTE);

test("errors after the swap of their attempt are not a failed swap", () => {
  const swap = swapAt(10, "a");
  expect(sinceSwap([failure(30, "a"), failure(50, "a")], [swap])).toBeNull();
  expect(sinceSwap([failure(15, null)], [swap])).toBeNull();
  expect(sinceSwap([failure(12, null)], [swap, padEmpty(11)])).toMatchObject({ count: 1, at: 12 * MINUTE });
  expect(sinceSwap([failure(12, "a"), failure(13, "b", { group: gripper })], [swap])).toEqual({
    count: 1,
    at: 13 * MINUTE,
    group: gripper,
  });
});

test("the pieces before the swap say which attempt it belongs to, and resolved errors which attempt others belong to", () => {
  const earlier: SwapPiece = { ...swapAt(8, "a"), kind: "error", swaps: 0 };
  const resolved: SwapPiece = { ...padEmpty(14), kind: "error", event_id: "resolved" };
  expect(sinceSwap([failure(20, "a")], [earlier, swapAt(10, null)])).toBeNull();
  expect(sinceSwap([failure(18, null)], [swapAt(10, null), resolved])).toBeNull();
  expect(sinceSwap([failure(18, null)], [swapAt(10, null)])).toMatchObject({ count: 1 });
  expect(sinceSwap([], [swapAt(10, null), padEmpty(11), resolved])).toBeNull();
});

test("the last swap counts where it is not among the pieces", () => {
  expect(sinceSwap([failure(14, "a"), failure(30, "b")], [])).toMatchObject({ count: 1, at: 30 * MINUTE });
});
