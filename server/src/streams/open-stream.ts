import { randomBytes } from "node:crypto";
import { MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import { commands as linkCommands, COMMAND_CODES } from "@groundcrew/shared/link";
import type { openStream as openStreamCall, TurnServers } from "@groundcrew/shared/streams";
import { change, confirmAnswer, forgetAnswer } from "../audit/index.ts";
import { capabilitiesOf, type Capabilities } from "../cameras/index.ts";
import type { Db } from "../platform/db/index.ts";
import { answer, notFound, Problem, type Call } from "../platform/http/index.ts";
import type { Commands, CommandResult } from "../platform/link/index.ts";
import { CREDENTIAL_MS, turnCredentials, type Relay } from "../platform/relay/index.ts";
import { lockStation } from "../stations/index.ts";
import { openings } from "./metrics.ts";
import {
  heartbeat,
  countOpened,
  countStreams,
  endStream,
  holdSession,
  insertStream,
  lockStreams,
  type StreamKey,
} from "./queries.ts";

/** Each viewer costs the station a video encoder, so there are few. */
const MAX_STREAMS = { user: 2, station: 4 } as const;
const MAX_OPENED_A_MINUTE = 20;
const OPEN_MS = 10 * SECOND_MS;
const CLOSE_MS = 10 * SECOND_MS;

export type StreamOptions = {
  db: Db;
  /** Counts the streams of every tenant: the server carries only so many. */
  every: Db;
  commands: Commands;
  relay: Relay;
  /** Maximum number of streams in total. */
  maxStreams: number;
  now: () => number;
  /** How long a station has to make its offer. */
  openMs?: number;
};

type OpenCall = Call<typeof openStreamCall>;

/** Asks a station to send live video and returns its offer. The stream belongs to this session only. */
export async function openStream(
  options: StreamOptions,
  call: OpenCall,
  owner: Pick<StreamKey, "userId" | "sessionHash">,
) {
  const { db, commands, relay, now, openMs = OPEN_MS } = options;
  const { station } = call.params;
  const capabilities = await capabilitiesOf(db, station, call.scope);
  const cameras = requireCameras(capabilities, call.body.cameras);
  if (!commands.isUp(station)) throw new Problem(503, "The station is offline, so no live video is available.");
  if (capabilities.streams === 0) throw new Problem(503, "This station has no live video.");

  const id = randomBytes(16).toString("hex");
  await register(options, call, { key: { id, station, ...owner }, mostOfStation: capabilities.streams });
  const turnFor = (end: "viewer" | "station") => turnServersFor(relay, { stream: id, end, now: now() });
  const data = { stream: id, cameras, turn: turnFor("station") };
  const opened = await commands.send({ station, command: linkCommands.stream_open, data, timeoutMs: openMs });
  const time = () => new Date(now()).toISOString();
  openings.inc({ outcome: opened.kind });
  if (opened.kind === "done") {
    // Opening takes up to ten seconds, and the first heartbeat comes five seconds later.
    const isWatched = await heartbeat(db, { id, station, ...owner }, { scope: call.scope, now: time() });
    if (isWatched && call.request.idempotencyKey) await confirmAnswer(db, call.request.idempotencyKey);
    if (isWatched) return answer(201, { id, turn: turnFor("viewer"), sdp_offer: opened.output.sdp_offer });
  }

  await endStream(db, id, time());
  if (call.request.idempotencyKey) await forgetAnswer(db, call.request.idempotencyKey);
  // The station may have opened it anyway, with an answer that came too late.
  if (opened.kind === "done" || opened.kind === "timeout") void closeAt(commands, { station, id });
  throw opened.kind === "done" ? notFound() : stationRefusal(opened);
}

/** Asks a station to end a stream. If the command is lost, the station ends it when no heartbeat arrives. */
export async function closeAt(
  commands: Pick<Commands, "send">,
  { station, id }: { station: string; id: string },
  timeoutMs = CLOSE_MS,
): Promise<void> {
  await commands.send({ station, command: linkCommands.stream_close, data: { stream: id }, timeoutMs });
}

function requireCameras(capabilities: Capabilities, requested: readonly string[]): string[] {
  const ids = new Set(capabilities.cameras.map(({ id }) => id));
  const unknown = requested.find((id) => !ids.has(id));
  if (unknown !== undefined) {
    throw new Problem(422, [{ field: "cameras", message: `This station has no camera ${unknown}.` }]);
  }
  return [...new Set(requested)];
}

/** Stores the stream, so that it counts, before the command is sent. The answer contains credentials and is never stored. */
async function register(
  { every, maxStreams, now }: StreamOptions,
  call: OpenCall,
  { key, mostOfStation }: { key: StreamKey; mostOfStation: number },
): Promise<void> {
  const { station, userId } = key;
  const at = now();
  await change(every, call, async (tx) => {
    const locked = await lockStation(tx, station, call.scope);
    if (!locked) throw notFound();
    // The session may have ended while the request was under way.
    if (!(await holdSession(tx, key.sessionHash))) throw new Problem(401, "Log in to continue.");
    await lockStreams(tx);
    const open = await countStreams(tx, { station, userId });
    refuseTooMany(open, { station: Math.min(MAX_STREAMS.station, mostOfStation), all: maxStreams });
    const since = new Date(at - MINUTE_MS).toISOString();
    if ((await countOpened(tx, station, since)) >= MAX_OPENED_A_MINUTE) throw openedTooOften();
    await insertStream(tx, key, new Date(at).toISOString());
    const audit = { target: `station ${station}`, orgId: locked.org_id, after: { cameras: call.body.cameras } };
    return { answer: answer(201, null), audit, secret: true, provisional: true };
  });
}

function refuseTooMany(
  open: { station: number; user: number; all: number },
  most: { station: number; all: number },
): void {
  if (open.user >= MAX_STREAMS.user) {
    throw new Problem(503, `You are watching ${open.user} streams already. Close one to open another.`);
  }
  if (open.station >= most.station) {
    throw new Problem(
      503,
      `This station is already sending as many streams as it can (${most.station}). Try again later.`,
    );
  }
  if (open.all >= most.all)
    throw new Problem(503, "The server is already carrying as many streams as it can. Try again later.");
}

function openedTooOften(): Problem {
  return new Problem(429, "Streams of this station were opened too often. Try again in a minute.", {
    headers: { "retry-after": "60" },
  });
}

/** The STUN and TURN servers for one end of a stream, with short-lived credentials of its own. */
function turnServersFor(
  { stun, turn }: Relay,
  { stream, end, now }: { stream: string; end: "viewer" | "station"; now: number },
): TurnServers {
  const user = turn && turnCredentials(turn, { name: `${stream}-${end}`, expires: now + CREDENTIAL_MS });
  return {
    stun_url: stun?.host ?? null,
    stun_port: stun?.port ?? null,
    turn_protocol: turn?.protocol ?? null,
    turn_url: turn?.host ?? null,
    turn_port: turn?.port ?? null,
    username: user?.username ?? null,
    credential: user?.credential ?? null,
  };
}

/** The answer to a viewer when the station did not carry out the command. */
export function stationRefusal(result: Exclude<CommandResult<unknown>, { kind: "done" }>): Problem {
  switch (result.kind) {
    case "offline":
      return new Problem(503, "The station is offline.");
    case "timeout":
      return new Problem(503, "The station did not answer in time.");
    case "refused":
      return isGone(result) ? notFound() : new Problem(503, `The station refused: ${result.message}`);
  }
}

/** Whether the station answered that the stream no longer exists. */
export function isGone(result: CommandResult<unknown>): boolean {
  return result.kind === "refused" && result.code === COMMAND_CODES.gone;
}
