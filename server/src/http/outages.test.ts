import fastify, { type FastifyBaseLogger } from "fastify";
import pino from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { logOutages } from "./outages.ts";
import { sendProblems } from "./send-problems.ts";

const AWAY = "The database does not answer right now.";
const FULL = "The database's disk is full.";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function rig() {
  const lines: object[] = [];
  const outages = logOutages({ warn: (about: unknown) => void lines.push(Object(about)) });
  const fail = (detail: string) => outages.note({ status: 503, route: "/api/stations", detail });
  return { lines, fail, stop: outages.stop };
}

test("an outage is logged once, and how many calls failed in it once none has failed for a while", () => {
  const { lines, fail } = rig();
  for (let call = 0; call < 500; call++) {
    fail(AWAY);
    vi.advanceTimersByTime(1_000);
  }
  expect(lines).toEqual([{ status: 503, route: "/api/stations", detail: AWAY }]);
  vi.advanceTimersByTime(75_000);
  expect(lines.slice(1)).toEqual([{ calls: 500, seconds: 499, detail: AWAY }]);
  fail(AWAY);
  expect(lines).toHaveLength(3);
});

test("outages of two kinds are counted apart, and a server that stops logs their counts", () => {
  const { lines, fail, stop } = rig();
  for (const detail of [AWAY, FULL, AWAY]) fail(detail);
  expect(lines).toMatchObject([{ detail: AWAY }, { detail: FULL }]);
  stop();
  expect(lines.slice(2)).toMatchObject([
    { detail: AWAY, calls: 2 },
    { detail: FULL, calls: 1 },
  ]);
  vi.advanceTimersByTime(600_000);
  expect(lines).toHaveLength(4);
});

test("however many calls a database that is away fails, it is logged as one outage", async () => {
  vi.useRealTimers();
  const lines: { msg: string; calls?: number }[] = [];
  const log: FastifyBaseLogger = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const app = fastify({ loggerInstance: log });
  sendProblems(app, { isDatabaseUnavailable: () => true, noteRefusal: async () => {} });
  app.get("/", async () => {
    throw new Error("Connection terminated");
  });
  for (let call = 0; call < 5; call++) expect((await app.inject("/")).statusCode).toBe(503);
  const isOfOutage = ({ msg }: { msg: string }) => msg.includes("failed in this way") || msg.includes("not served");
  expect(lines.filter(isOfOutage)).toMatchObject([{ route: "/", status: 503 }]);
  await app.close();
  expect(lines.filter(isOfOutage).slice(1)).toMatchObject([{ calls: 5 }]);
});
