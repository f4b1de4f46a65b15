import pino from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { attempts } from "./attempts.ts";

const lines: { msg: string; failures: number }[] = [];
const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(JSON.parse(line)) });
const logged = () => lines.splice(0).map(({ msg, failures }) => [msg, failures]);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

test("work that fails every second is logged at once and then every minute, and when it works again", async () => {
  const attempt = attempts({ log, failure: "it did not work" });
  const fail = () => attempt(() => Promise.reject(new Error("No.")), "otherwise");
  const succeed = () => attempt(async () => "result", "otherwise");
  for (let second = 0; second <= 60; second += 1) {
    expect(await fail()).toBe("otherwise");
    vi.advanceTimersByTime(1_000);
  }
  expect(logged()).toEqual([
    ["it did not work", 1],
    ["it did not work", 61],
  ]);
  expect([await succeed(), await succeed()]).toEqual(["result", "result"]);
  expect(logged()).toEqual([["it did not work; it works again", 61]]);
  await fail();
  await succeed();
  expect(logged()).toEqual([
    ["it did not work", 1],
    ["it did not work; it works again", 1],
  ]);
});
