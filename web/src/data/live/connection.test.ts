import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  afterEvent,
  isSameState,
  newConnection,
  stateAt,
  type Connection,
  type ConnectionEvent,
  type LiveState,
} from "./connection.ts";

const S = 1_000;
const OPENED = { kind: "opened" } as const;
const RECEIVED = { kind: "received" } as const;
const BROKEN = { kind: "lost", reason: "broken" } as const;
const SILENT = { kind: "lost", reason: "silent" } as const;
const UNAVAILABLE = { kind: "lost", reason: "unavailable" } as const;
const REFUSED = { kind: "lost", reason: "refused" } as const;
const ANSWERED = { kind: "answered" } as const;
const UNANSWERED = { kind: "unanswered" } as const;
const OFF = { kind: "restarted", isOff: true } as const;
const ON = { kind: "restarted", isOff: false } as const;

type Step = [atMs: number, event: ConnectionEvent];

function connectionAfter(steps: readonly Step[]): Connection {
  return steps.reduce((connection, [atMs, event]) => afterEvent(connection, event, atMs), newConnection(0, false));
}

const live = (sinceMs: number): LiveState => ({ kind: "live", sinceMs });
const reconnecting = (sinceMs: number): LiveState => ({ kind: "reconnecting", sinceMs });
const outOfReach = (sinceMs: number): LiveState => ({ kind: "out of reach", sinceMs });
const POLLING: LiveState = { kind: "polling" };
const STARTING: LiveState = { kind: "starting" };

describe("the connection", () => {
  test.each<[string, Step[], number, LiveState]>([
    ["is starting for three seconds", [], 2_999, STARTING],
    ["is then shown as not yet connected", [], 3_000, reconnecting(0)],
    ["is live as soon as the stream is open", [[500, OPENED]], 500, live(500)],
    ["stays live while the stream is open", [[500, OPENED]], 3_600 * S, live(500)],
    [
      "is live since the stream was opened in another tab",
      [[9 * S, { ...OPENED, sinceMs: 2 * S }]],
      9 * S,
      live(2 * S),
    ],
    [
      "is shown as live for three seconds after a break",
      [
        [0, OPENED],
        [10 * S, BROKEN],
      ],
      12_999,
      live(0),
    ],
    [
      "is reconnecting from then on",
      [
        [0, OPENED],
        [10 * S, BROKEN],
      ],
      13 * S,
      reconnecting(10 * S),
    ],
    [
      "is reconnecting since the first break, not since the last attempt",
      [
        [0, OPENED],
        [10 * S, BROKEN],
        [15 * S, BROKEN],
      ],
      16 * S,
      reconnecting(10 * S),
    ],
    [
      "was never gone after a short break",
      [
        [0, OPENED],
        [10 * S, BROKEN],
        [12 * S, OPENED],
      ],
      13 * S,
      live(0),
    ],
    [
      "is live since the end of a longer one",
      [
        [0, OPENED],
        [10 * S, BROKEN],
        [14 * S, OPENED],
      ],
      14 * S,
      live(14 * S),
    ],
    [
      "is out of reach after 12 s in which nothing answered",
      [
        [0, OPENED],
        [10 * S, BROKEN],
      ],
      22 * S,
      outOfReach(10 * S),
    ],
    [
      "is not out of reach before",
      [
        [0, OPENED],
        [10 * S, BROKEN],
      ],
      21_999,
      reconnecting(10 * S),
    ],
    [
      "is polling when the stream has been gone for 30 s and requests are answered",
      [
        [0, OPENED],
        [10 * S, BROKEN],
        [20 * S, ANSWERED],
      ],
      40 * S,
      POLLING,
    ],
    [
      "is polling when the stream is refused",
      [
        [0, OPENED],
        [10 * S, REFUSED],
      ],
      13 * S,
      POLLING,
    ],
    ["is polling when the first stream is refused", [[100, REFUSED]], 3 * S, POLLING],
    [
      "is out of reach 12 s after requests are no longer answered either",
      [
        [100, REFUSED],
        [60 * S, UNANSWERED],
        [70 * S, UNANSWERED],
      ],
      72 * S,
      outOfReach(60 * S),
    ],
    [
      "is polling again when one is",
      [
        [100, REFUSED],
        [60 * S, UNANSWERED],
        [95 * S, ANSWERED],
      ],
      96 * S,
      POLLING,
    ],
    [
      "is out of reach at once when 12 s of silence are noticed",
      [
        [0, OPENED],
        [5 * S, RECEIVED],
        [17 * S, SILENT],
      ],
      17 * S,
      outOfReach(5 * S),
    ],
    [
      "is reconnecting when the stream is suspected earlier, because a request was not answered",
      [
        [0, OPENED],
        [5 * S, RECEIVED],
        [14 * S, SILENT],
      ],
      14 * S,
      reconnecting(5 * S),
    ],
    [
      "is polling three seconds after silence was noticed when requests are answered",
      [
        [0, OPENED],
        [5 * S, RECEIVED],
        [17 * S, SILENT],
        [18 * S, ANSWERED],
      ],
      20 * S,
      POLLING,
    ],
    [
      "is without its database when the server says so, also while it refuses streams for that",
      [
        [0, OPENED],
        [10 * S, UNAVAILABLE],
        [12 * S, REFUSED],
        [40 * S, ANSWERED],
        [45 * S, REFUSED],
      ],
      50 * S,
      { kind: "unavailable", sinceMs: 10 * S },
    ],
    [
      "is live again when the database is",
      [
        [0, OPENED],
        [10 * S, UNAVAILABLE],
        [12 * S, REFUSED],
        [40 * S, OPENED],
      ],
      40 * S,
      live(40 * S),
    ],
    [
      "is polling when nothing arrives on the stream although requests were answered",
      [
        [1 * S, ANSWERED],
        [10 * S, SILENT],
      ],
      60 * S,
      POLLING,
    ],
    [
      "is off where it is switched off",
      [
        [0, OPENED],
        [10 * S, OFF],
      ],
      10 * S,
      { kind: "off" },
    ],
    [
      "starts when it is switched on",
      [
        [0, OPENED],
        [10 * S, OFF],
        [20 * S, ON],
      ],
      21 * S,
      STARTING,
    ],
  ])("%s", (_, steps, nowMs, state) => {
    expect(stateAt(connectionAfter(steps), nowMs)).toEqual(state);
  });

  test("lists the breaks that were shown and are over", () => {
    const steps: Step[] = [
      [0, OPENED],
      [10 * S, BROKEN],
      [12_999, OPENED],
      [20 * S, BROKEN],
      [25 * S, BROKEN],
      [29 * S, OPENED],
      [40 * S, BROKEN],
    ];
    expect(connectionAfter(steps).breaks).toEqual([{ fromMs: 20 * S, toMs: 29 * S }]);
  });

  test("lists at most 20 breaks, of the last hour", () => {
    const steps = Array.from({ length: 30 }, (_, index): Step[] => [
      [index * 100 * S, OPENED],
      [index * 100 * S + 90 * S, BROKEN],
    ]).flat();
    expect(connectionAfter(steps).breaks).toHaveLength(20);
    expect(connectionAfter([...steps, [10_000 * S, OPENED]]).breaks).toEqual([{ fromMs: 2_990 * S, toMs: 10_000 * S }]);
  });

  test("is never shown as live when the stream has been gone for three seconds", () => {
    const event = fc.constantFrom<ConnectionEvent>(OPENED, RECEIVED, BROKEN, SILENT, REFUSED, ANSWERED, UNANSWERED);
    const step = fc.tuple(fc.nat(60 * S), event);
    fc.assert(
      fc.property(fc.array(step), fc.nat(60 * S), (gaps, restMs) => {
        let nowMs = 0;
        let lostMs: number | null = 0;
        let receivedMs = 0;
        let connection = newConnection(0, false);
        for (const [gapMs, event] of gaps) {
          nowMs += gapMs;
          connection = afterEvent(connection, event, nowMs);
          if (event.kind === "opened") lostMs = null;
          if (event.kind === "received" && lostMs === null) receivedMs = nowMs;
          if (event.kind === "opened") receivedMs = nowMs;
          // Silence is noticed late.
          if (event.kind === "lost") lostMs ??= event.reason === "silent" ? receivedMs : nowMs;
        }
        const isShownAsLost = lostMs !== null && nowMs + restMs - lostMs >= 3 * S;
        const { kind } = stateAt(connection, nowMs + restMs);
        expect(kind === "live" || kind === "starting").toBe(!isShownAsLost);
      }),
    );
  });
});

test("two states are the same if they have the same kind and time", () => {
  const all = [live(1), live(2), reconnecting(1), outOfReach(1), POLLING, STARTING];
  for (const [position, one] of all.entries()) {
    expect(all.map((other) => isSameState(one, other))).toEqual(all.map((_, index) => index === position));
  }
});
