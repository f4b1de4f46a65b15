import { gunzipSync, zstdDecompressSync } from "node:zlib";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { boardFacts, boardState, snapshotSummary } from "../../../test/board-facts.ts";
import type { Encoding } from "../../platform/http/index.ts";
import { Board } from "../board/board.ts";
import { wholeLists } from "./whole-lists.ts";

const NOW = Date.parse("2026-03-01T12:00:00.000Z");
const view = { orgId: null, admin: false };
const options = { support_metrics: true, telemetry: true, config: false, ssot: false, replaceables: false };
const ENCODINGS = [undefined, "gzip", "zstd"] as const;

function decode(pieces: Uint8Array[], encoding?: Encoding): string {
  if (encoding === "gzip") return gunzipSync(Buffer.concat(pieces)).toString();
  return Buffer.concat(encoding ? pieces.map((frame) => zstdDecompressSync(frame)) : pieces).toString();
}

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));

afterEach(() => void vi.useRealTimers());

function boardOf(count: number, now = () => NOW): Board {
  const board = new Board(now);
  for (let number = 0; number < count; number += 1) board.putFacts(boardFacts(`gc-${number}`, 1));
  return board;
}

test("a whole list is ASCII, whatever its texts contain", async () => {
  const description = "Zürich, 東京 and 🚁";
  const board = new Board(() => NOW);
  board.putFacts({ ...boardFacts("gc-a", 1), description });
  const { body } = await wholeLists(board)({ view, options });
  const text = decode(await body());
  expect(text).toMatch(/^[\0-\x7f]*$/);
  expect(JSON.parse(text)).toMatchObject([{ name: "gc-a", description }]);
});

test("clients of all encodings get the same list, in whatever order they request it", async () => {
  let now = NOW;
  const board = boardOf(300, () => now);
  const lists = wholeLists(board);
  // After two minutes without a request, the text that an encoding is made of is no longer kept.
  for (const passedMs of [0, 1_000, 121_000, 1_000, 121_000]) {
    now += passedMs;
    for (const encoding of [...ENCODINGS, ...ENCODINGS.toReversed()]) {
      const { body } = await lists({ view, options }, encoding);
      expect(JSON.parse(decode(await body(), encoding))).toHaveLength(300);
      now += 10;
    }
    for (let times = 0; times < 2; times += 1) await (await lists({ view, options }, "zstd")).body();
  }
});

test("a list that has the tag of the board's version has all of its changes, also while others request and change it", async () => {
  const board = boardOf(300);
  const lists = wholeLists(board);
  for (let round = 0; round < 20; round += 1) {
    const description = `round ${round}`;
    const requested = [...ENCODINGS, ...ENCODINGS].map(async (encoding) => {
      const { tag, body } = await lists({ view, options }, encoding);
      const text = decode(await body(), encoding);
      return { text, isCurrent: tag === String(board.version(view)) };
    });
    board.putFacts(boardFacts(`gc-${round}`, 1, { description }));
    const current = (await Promise.all(requested)).filter(({ isCurrent }) => isCurrent);
    expect(current.filter(({ text }) => !text.includes(`"description":"${description}"`))).toEqual([]);
    const { tag, body } = await lists({ view, options }, "zstd");
    expect(tag).toBe(String(board.version(view)));
    expect(decode(await body(), "zstd")).toContain(`"description":"${description}"`);
  }
});

/** A list of one station, of which only the reading changes: cached lists get that after ten seconds. */
function changingReadings() {
  let now = NOW;
  let version = 0;
  const board = boardOf(1, () => now);
  const wholeList = wholeLists(board);
  return {
    board,
    change: () => {
      version += 1;
      const summary = snapshotSummary({ network: { latency_ms: version } });
      board.putState({
        name: "gc-0",
        state: boardState(version, { last_telemetry: new Date(now).toISOString() }),
        summary,
      });
    },
    pass: (ms: number) => {
      now += ms;
      vi.advanceTimersByTime(ms);
    },
    request: async (orgId: number | null = null) => {
      const { tag, asOf, body } = await wholeList({ view: { ...view, orgId }, options });
      return { tag, age: now - asOf, text: decode(await body()) };
    },
  };
}

test("a tag never comes again with another content, also after the list was no longer cached", async () => {
  const { change, pass, request } = changingReadings();
  const texts = new Map<string, string>();
  for (const isCached of [true, true, false, true, false, true]) {
    pass(isCached ? SECOND_MS : 121 * SECOND_MS);
    change();
    for (let times = 0; times < 2; times += 1) {
      const { tag, text } = await request();
      expect(texts.get(tag) ?? text).toBe(text);
      texts.set(tag, text);
      pass(SECOND_MS);
      change();
    }
  }
  expect([...texts.keys()].filter((tag) => tag.startsWith("r")).length).toBeGreaterThan(1);
});

test("a list that had to give way to others and is cached again stays so for two minutes", async () => {
  const { change, pass, request } = changingReadings();
  change();
  await request();
  for (let orgId = 1; orgId <= 8; orgId += 1) await request(orgId);
  pass(119 * SECOND_MS);
  await request();
  change();
  pass(2 * SECOND_MS);
  expect(await request()).toMatchObject({ age: 2 * SECOND_MS });
});

test("a list without a reading that arrived in the same millisecond has another tag than the one with it", async () => {
  const { board, change, request } = changingReadings();
  change();
  const before = await request();
  change();
  const { tag, text } = await request();
  expect(text).toBe(before.text);
  expect(tag).not.toBe(String(board.version(view)));
});
