import { expect, test } from "vitest";
import type { z } from "zod";
import { sampleError } from "../../test/sample-error.ts";
import { errorsCsv, errorsCsvName } from "./csv.ts";
import { errorChanges, trivialResolution } from "./resolution.ts";

const problems = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) ?? [];

// @spec 216.1, 317.3
test.each([
  ["", "solution: A note is required to continue"],
  ["   ", "solution: A note is required to continue"],
  ["123456789", "solution: minimum 10 characters"],
  ["  123456789  ", "solution: minimum 10 characters"],
])("a solution of %j is refused", (solution, problem) => {
  expect(problems(trivialResolution, { errors: [1], solution })).toEqual([problem]);
});

// @spec 216.1
test("a solution of ten characters is accepted, and trimmed", () => {
  expect(trivialResolution.parse({ errors: [1], solution: " 1234567890 " }).solution).toBe("1234567890");
});

// @spec 216.2
test("a resolution needs an error", () => {
  expect(problems(trivialResolution, { errors: [], solution: "1234567890" })).toEqual([
    "errors: Please go back and select at least one error",
  ]);
});

// @spec 297.4
test("an error is either resolved or attached, not both and not neither", () => {
  expect(
    problems(errorChanges, [
      { id: 1, solution: "Replaced the belt" },
      { id: 2, supportlog_entry_id: 7 },
    ]),
  ).toEqual([]);
  const either = "0: Give either a solution or a support log entry.";
  expect(problems(errorChanges, [{ id: 1 }])).toEqual([either]);
  expect(problems(errorChanges, [{ id: 1, solution: "Replaced the belt", supportlog_entry_id: 7 }])).toEqual([either]);
});

// @spec 216.3
test("a list of changes is not empty, not too long and not ambiguous", () => {
  const changes = (count: number) => Array.from({ length: count }, (_, i) => ({ id: i + 1, supportlog_entry_id: 7 }));
  expect(problems(errorChanges, [])).toEqual([": Please go back and select at least one error"]);
  expect(problems(errorChanges, changes(1_000))).toEqual([]);
  expect(problems(errorChanges, changes(1_001))).toEqual([": Change at most 1000 errors at once."]);
  expect(problems(errorChanges, [...changes(1), ...changes(1)])).toEqual([": Name each error once."]);
  expect(problems(errorChanges, [{ id: 1, solution: "short" }])).toEqual(["0.solution: minimum 10 characters"]);
});

// @spec 77.3, 285.1
test("the error log is saved with its reduced messages under the station's name and the time", () => {
  const error = sampleError({ error_message: "(job_type=swap) =stuck, again" });
  expect(errorsCsv([error], null)).toBe(
    '\uFEFFSolved,Error Message,Occurred At,Logged At,Solution,Solved At,Job Type,Job Id\r\nfalse,"\'=stuck, again",,2026-05-01T00:00:00.000Z,,,swap,\r\n',
  );
  expect(errorsCsvName("gc-a", Date.parse("2026-06-01T12:34:56.789Z"))).toBe("ERRORLOG_gc-a_2026-06-01T12-34-56Z.csv");
});
