import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { afterAll } from "vitest";
import { createApp, type Principal } from "../src/platform/http/index.ts";
import type { ChangeNotice } from "../src/live/change-notices.ts";
import { liveRoutes } from "../src/live/index.ts";
import { revisionOf } from "../src/stations/board/entry.ts";
import { Board } from "../src/stations/index.ts";
import { boardFacts, boardState } from "./board-facts.ts";
import { openEventStream, type EventStream } from "./event-stream.ts";
import { identifyBy } from "./identify.ts";
import { userOf } from "./stations-app.ts";

export const A = "gc-00000000000a";
export const B = "gc-00000000000b";
export const C = "gc-00000000000c";
export const HARBOR = 2;
export const SKYLINE = 3;

/**
 * The event stream on a port, over a board with stations A and B of Harbor Air and C of Skyline. The clock stands still until a test
 * advances it. `people` are the users by their cookie; a test may change them.
 */
export async function openLiveRig() {
  const clock = { now: Date.parse("2026-03-01T12:00:00.000Z") };
  const board = new Board(() => clock.now);
  for (const name of [A, B]) board.putFacts(boardFacts(name, HARBOR));
  board.putFacts(boardFacts(C, SKYLINE));
  // Later than the overlap of lists of changes.
  clock.now += 60_000;
  const people = new Map<string, Principal>([
    ["admin", userOf(1, { provider: true, can_admin: true })],
    ["staff", userOf(1, { provider: true })],
    ["harbor", userOf(HARBOR)],
    ["skyline", userOf(SKYLINE)],
  ]);
  const listeners: ((notice: ChangeNotice) => void)[] = [];
  const { app, url } = await listenWith(
    (app) =>
      liveRoutes(app, {
        board,
        sessions: identifyBy((token) => people.get(token)).sessions,
        changes: feedTo(listeners),
      }),
    people,
  );
  const open: EventStream[] = [];
  afterAll(async () => {
    await Promise.all(open.map((stream) => stream.close()));
    await app.close();
  });

  /** Changes a station's facts, later than everything before and earlier than everything after. */
  function put(name: string, org: number, more: Parameters<typeof boardFacts>[2] = {}): void {
    clock.now += 1;
    board.putFacts(boardFacts(name, org, more));
    clock.now += 1;
  }

  let version = 0;
  /** A message of a station that changes nothing but times of contact, apart from the first, which brings it online. */
  function report(name: string): void {
    version += 1;
    const last_active = new Date(clock.now).toISOString();
    board.putState({ name, state: boardState(version, { linked: true, last_active }) });
  }

  async function watch(who: string, query = "", headers: Record<string, string> = {}): Promise<EventStream> {
    const stream = await openEventStream(`${url}/api/live${query}`, { cookie: who, ...headers });
    open.push(stream);
    return stream;
  }

  return {
    app,
    board,
    clock,
    people,
    put,
    report,
    /** The revisions of the rows that staff see. */
    revisions: () => board.list({ orgId: null, admin: false }).map(({ entry }) => revisionOf(entry, false)),
    url,
    watch,
    notify: (notice: ChangeNotice) => listeners.forEach((listener) => listener(notice)),
    /** A time now, as the `X-As-Of` of a list. */
    asOf: () => `?after=${new Date(clock.now).toISOString()}`,
  };
}

async function listenWith(add: (app: FastifyInstance) => void, people: ReadonlyMap<string, Principal>) {
  const { app } = await createApp({
    log: pino({ level: "silent" }),
    origin: "http://127.0.0.1:4000",
    tileOrigin: null,
    trustProxy: [],
    identify: identifyBy((token) => people.get(token)),
    findAnswer: async () => undefined,
    storeRefusal: async () => {},
    isDatabaseUnavailable: () => false,
    now: () => 0,
  });
  add(app);
  return { app, url: await app.listen({ host: "127.0.0.1", port: 0 }) };
}

/** A feed whose listeners are collected. */
function feedTo(listeners: ((notice: ChangeNotice) => void)[]) {
  return {
    onChange(listener: (notice: ChangeNotice) => void) {
      listeners.push(listener);
      return () => {};
    },
  };
}
