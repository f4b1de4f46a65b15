import * as fc from "fast-check";
import { expect, test } from "vitest";
import { jobTypeOf, reduceMessage } from "./message.ts";

// @spec 154.3
test.each([
  ["Door is stuck", "Door is stuck"],
  ["(job_type=swap) Door is stuck", "Door is stuck"],
  ["(job_type=) Door is stuck", "Door is stuck"],
  ["Job (812) (swap) failed with exception: Door is stuck T:1716", "Door is stuck"],
  ["Job 812 swap failed with exception: Door is stuck T:1716.25", "Door is stuck"],
  ["(job_type=swap) Job (812) (battery swap) failed with exception: Slot T:4 is empty T:9", "Slot T:4 is empty"],
  ["Job (812) (swap) failed with exception: two\nlines T:1", "two\nlines"],
  ["Job (812) (swap) failed with exception: Door is stuck", "Job (812) (swap) failed with exception: Door is stuck"],
  ["Job (812) (swap) failed with exception: Door T:soon", "Job (812) (swap) failed with exception: Door T:soon"],
  ["Job failed with exception: Door T:1", "Job failed with exception: Door T:1"],
  ["x (job_type=swap) y", "x (job_type=swap) y"],
  ["", ""],
])("%j is shown as %j", (message, reduced) => {
  expect(reduceMessage(message)).toBe(reduced);
});

test.each([
  ["swap", "(job_type=launch) Door is stuck", "swap"],
  [null, "(job_type=swap) Door is stuck", "swap"],
  ["", "(job_type=swap) Door is stuck", "swap"],
  [null, "Job (812) (battery swap) failed with exception: Door is stuck T:1", "battery swap"],
  [null, "Job 812 swap failed with exception: Door is stuck T:1", "swap"],
  [null, "(job_type=) Job (812) (swap) failed with exception: Door is stuck T:1", "swap"],
  [null, "(job_type=) Door is stuck", null],
  [null, "x (job_type=swap) y", null],
  [null, "Door is stuck", null],
])("the job type %j with the message %j is %j", (job_type, error_message, expected) => {
  expect(jobTypeOf({ job_type, error_message })).toBe(expected);
});

// @spec 154.4
test("the message of a failed job is reduced to its text", () => {
  fc.assert(
    fc.property(fc.string(), fc.integer(), (text, number) => {
      expect(reduceMessage(`(job_type=swap) Job (1) (swap) failed with exception: ${text} T:${number}`)).toBe(text);
    }),
  );
});

test.each([
  `(job_type=${"(job_type=".repeat(10_000)}`,
  `Job ${"(".repeat(100_000)}`,
  `Job (${") (".repeat(33_000)}`,
  `Job ${"x".repeat(100_000)}`,
  `Job a b failed with exception: ${" T:1".repeat(25_000)}x`,
  `Job a b failed with exception: x T:${"1".repeat(100_000)}x`,
])("a message of 100 KB is parsed", (message) => {
  expect(reduceMessage(message)).toBe(message);
  expect(() => jobTypeOf({ job_type: null, error_message: message })).not.toThrow();
});
