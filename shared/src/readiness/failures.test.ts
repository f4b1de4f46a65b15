import { expect, test } from "vitest";
import { failedJob, failedSwaps, type JobFailure } from "./failures.ts";

const MINUTE = 60_000;
const [latch, gripper] = [
  { id: 64, title: "Battery latch was not seen open" },
  { id: 118, title: "Left gripper did not report home" },
];

let ids = 0;
function failure(atMinutes: number, job_id: string | null, parts: Partial<JobFailure> = {}): JobFailure {
  return { id: ++ids, at: atMinutes * MINUTE, job_id, job_type: "battery_swap", group: latch, ...parts };
}
const swapsOf = (failures: readonly JobFailure[], emptied: readonly number[] = []) =>
  failedSwaps("atlas", { failures, emptied: emptied.map((minutes) => minutes * MINUTE) });

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
