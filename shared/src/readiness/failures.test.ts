import { expect, test } from "vitest";
import { failedJob, failedSwaps, type JobFailure } from "./failures.ts";

const MINUTE = 60_000;
const [latch, gripper] = [
  { id: 64, title: "Battery latch was not seen open" },
  { id: 118, title: "Left gripper did not report home" },
];

function failure(atMinutes: number, job_id: string | null, parts: Partial<JobFailure> = {}): JobFailure {
  return { at: atMinutes * MINUTE, job_id, job_type: "battery_swap", group: latch, ...parts };
}

test("errors of one job are one attempt, whatever is in between", () => {
  const failures = [failure(0, "a"), failure(1, "b", { group: gripper }), failure(60, "a")];
  expect(failedSwaps(failures)).toEqual({ count: 2, at: MINUTE, group: gripper });
});

test("errors without a job are one attempt while they are up to five minutes apart", () => {
  const failures = [failure(0, null), failure(5, null), failure(10, null, { group: gripper })];
  expect(failedSwaps(failures)).toEqual({ count: 1, at: 0, group: latch });
  expect(failedSwaps([...failures, failure(15.001, null, { group: gripper })])).toEqual({
    count: 2,
    at: 15.001 * MINUTE,
    group: gripper,
  });
});

test("only jobs that swap are failed swaps, and only movements are failed jobs", () => {
  const failures = [
    failure(0, "a", { job_type: "home_all" }),
    failure(1, "b", { job_type: "PowerSwap" }),
    failure(2, "c", { job_type: "open_roof" }),
    failure(3, "d", { job_type: "charge" }),
  ];
  expect(failedSwaps(failures)).toEqual({ count: 1, at: MINUTE, group: latch });
  expect(failedJob(failures)).toEqual({ job: "open_roof", at: 2 * MINUTE });
  expect([failedSwaps([]), failedJob([])]).toEqual([null, null]);
});
