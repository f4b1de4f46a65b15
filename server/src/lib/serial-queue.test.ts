import { expect, test } from "vitest";
import { serialQueue } from "./serial-queue.ts";

test("each task starts when the one before has ended, also after a failure", async () => {
  const queue = serialQueue();
  const started: string[] = [];
  const first = Promise.withResolvers<void>();
  const run = (name: string, task: () => Promise<unknown>) => queue.run(() => (started.push(name), task()));
  const results = [run("first", () => first.promise), run("second", async () => "done")];
  await Promise.resolve();
  expect(started).toEqual(["first"]);
  first.reject(new Error("no"));
  await expect(results[0]).rejects.toThrow("no");
  await queue.idle();
  expect(started).toEqual(["first", "second"]);
  expect(await results[1]).toBe("done");
});
