import { expect, test } from "vitest";
import { isFrozen, nextStreamState, type StreamEvent, type StreamState } from "./state.ts";
import { iceServers, stream, type TurnServers } from "./stream.ts";

const after = (...events: StreamEvent[]) => events.reduce<StreamState>(nextStreamState, { kind: "idle" });
const open = { kind: "open" } as const;
const track = { kind: "track" } as const;
const reload = { kind: "reload" } as const;
const close = { kind: "close" } as const;
const fail = { kind: "fail", message: "No ICE candidates" } as const;

// @spec 178.1
test("a stream loads, then plays once video arrives", () => {
  expect(after(open)).toEqual({ kind: "loading" });
  expect(after(open, track)).toEqual({ kind: "playing" });
});

// @spec 178.1, 178.3, 292.2
test("a failure has a message, and a reload loads again", () => {
  expect(after(open, fail)).toEqual({ kind: "error", message: "No ICE candidates" });
  expect(after(open, track, fail, reload)).toEqual({ kind: "loading" });
});

test("an event that no longer applies changes nothing", () => {
  expect(after(open, close, track)).toEqual({ kind: "idle" });
  expect(after(fail)).toEqual({ kind: "idle" });
  expect(after(open, fail, track).kind).toBe("error");
  expect(after(open, track, open, reload)).toEqual({ kind: "playing" });
});

const none: TurnServers = {
  stun_url: null,
  stun_port: null,
  turn_protocol: null,
  turn_url: null,
  turn_port: null,
  username: null,
  credential: null,
};
const relay = { turn_url: "turn.example", turn_port: 3478, username: "u", credential: "c" };

// @spec 178.2
test.each<[Partial<TurnServers>, unknown[]]>([
  [{}, []],
  [{ stun_url: "stun.example", stun_port: 3478 }, [{ urls: "stun:stun.example:3478" }]],
  [{ stun_url: "stun:stun.example", stun_port: null }, [{ urls: "stun:stun.example" }]],
  [
    { ...relay, turn_protocol: "udp" },
    [{ urls: "turn:turn.example:3478?transport=udp", username: "u", credential: "c" }],
  ],
  [
    { ...relay, turn_protocol: "tcp" },
    [{ urls: "turn:turn.example:3478?transport=tcp", username: "u", credential: "c" }],
  ],
  [
    { ...relay, turn_protocol: "tls", turn_port: 443 },
    [{ urls: "turns:turn.example:443?transport=tcp", username: "u", credential: "c" }],
  ],
  [{ ...relay, credential: null, turn_protocol: "udp" }, []],
])("%j gives the servers %j", (turn, servers) => {
  expect(iceServers({ ...none, ...turn })).toEqual(servers);
});

test("a stream without servers uses none", () => {
  expect(iceServers(stream.parse({ id: "s", turn: null, sdp_offer: "v=0" }).turn)).toEqual([]);
});

test("video is frozen after a while without a new frame, but not before its first frame", () => {
  expect(isFrozen(null, 1_000_000)).toBe(false);
  expect(isFrozen(1_000, 1_000 + 3_500)).toBe(false);
  expect(isFrozen(1_000, 1_000 + 3_501)).toBe(true);
});
