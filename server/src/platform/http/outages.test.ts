import fastify, { type FastifyBaseLogger } from "fastify";
import pino from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { logOutages, sendProblems } from "./send-problems.ts";

const UNAVAILABLE = "The database is not responding right now.";
const FULL = "The database's disk is full.";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function rig() {
  const lines: object[] = [];
  const outages = logOutages({ warn: (fields: unknown) => void lines.push(Object(fields)) });
  const fail = (detail: string) => outages.note({ status: 503, route: "/api/stations", detail });
  return { lines, fail, stop: outages.stop };
}

test("an outage is logged once, and the number of failed requests when it is over", () => {
  const { lines, fail } = rig();
  for (let request = 0; request < 500; request++) {
    fail(UNAVAILABLE);
    vi.advanceTimersByTime(1_000);
  }
  expect(lines).toEqual([{ status: 503, route: "/api/stations", detail: UNAVAILABLE }]);
  vi.advanceTimersByTime(75_000);
  expect(lines.slice(1)).toEqual([{ requests: 500, seconds: 499, detail: UNAVAILABLE }]);
  fail(UNAVAILABLE);
  expect(lines).toHaveLength(3);
});

test("outages of two kinds are counted separately, and their counts are logged when the server stops", () => {
  const { lines, fail, stop } = rig();
  for (const detail of [UNAVAILABLE, FULL, UNAVAILABLE]) fail(detail);
  expect(lines).toMatchObject([{ detail: UNAVAILABLE }, { detail: FULL }]);
  stop();
  expect(lines.slice(2)).toMatchObject([
    { detail: UNAVAILABLE, requests: 2 },
    { detail: FULL, requests: 1 },
  ]);
  vi.advanceTimersByTime(600_000);
  expect(lines).toHaveLength(4);
});

test("an unavailable database is logged as one outage, for any number of failed requests", async () => {
  vi.useRealTimers();
  const lines: { msg: string; requests?: number }[] = [];
  const log: FastifyBaseLogger = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const app = fastify({ loggerInstance: log });
  sendProblems(app, { isDatabaseUnavailable: () => true, storeRefusal: async () => {} });
  app.get("/", async () => {
    throw new Error("Connection terminated");
  });
  for (let request = 0; request < 5; request++) expect((await app.inject("/")).statusCode).toBe(503);
  const isOfOutage = ({ msg }: { msg: string }) =>
    msg.includes("failed for this reason") || msg.includes("request failed");
  expect(lines.filter(isOfOutage)).toMatchObject([{ route: "/", status: 503 }]);
  await app.close();
  expect(lines.filter(isOfOutage).slice(1)).toMatchObject([{ requests: 5 }]);
});
