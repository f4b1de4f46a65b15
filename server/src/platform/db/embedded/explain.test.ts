import { expect, test } from "vitest";
import { codeOf, explain, explainEnd } from "./explain.ts";

test.each([
  ["FATAL: could not write lock file: No space left on device", "The disk that holds /data is full."],
  ["ENOSPC: no space left on device, write", "The disk that holds /data is full."],
  ["FATAL: pre-existing shared memory block is still in use", "The database in /data is in use by another PostgreSQL."],
  ["EACCES: permission denied, mkdir '/data'", "This user may not use /data"],
  ["unable to open database file", "This user may not use /data"],
  ["the execution of PostgreSQL by a user with administrative permissions is not permitted", "administrator rights"],
])("%s becomes a sentence and stays as its cause", (text, sentence) => {
  const original = new Error(text);
  const explained = explain(original, "/data");
  expect(explained.message).toContain(sentence);
  expect(explained.message).not.toContain("\n");
  expect(explained.cause).toBe(original);
});

test("an unknown error keeps its text", () => {
  const original = new Error("Something else.");
  expect(explain(original, "/data")).toBe(original);
});

test("the code of a system error is returned, and an empty one for any other error", () => {
  expect(codeOf(Object.assign(new Error("no"), { code: "EACCES" }))).toBe("EACCES");
  expect(codeOf(new Error("no"))).toBe("");
  expect(codeOf("text")).toBe("");
});

test("the sentence about an unexpected end names the reason if the last output is recognized", () => {
  const words = 'LOG:  starting\nPANIC:  could not write to file "pg_wal/xlogtemp.7": No space left on device';
  const end = { data: "/data", how: "exit SIGABRT" };
  expect(explainEnd(words, end).message).toBe("The disk that holds /data is full. Free some space and start again.");
  expect(explainEnd("LOG:  bye", end).message).toBe("PostgreSQL in /data ended unexpectedly (exit SIGABRT).");
});
