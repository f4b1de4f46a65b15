import { SECOND_MS } from "@groundcrew/shared/lib";
import { commands as linkCommands, type Command } from "@groundcrew/shared/link";
import {
  addIceCandidate,
  answerStream,
  keepStreamOpen,
  closeStream,
  openStream as openStreamCall,
} from "@groundcrew/shared/streams";
import type { FastifyInstance } from "fastify";
import type { z } from "zod";
import { change, insertAudit, sourceOf } from "../audit/index.ts";
import { scoped, type SharedDb } from "../platform/db/index.ts";
import {
  answer,
  notFound,
  Problem,
  route,
  type CallRequest,
  type Principal,
  type Scope,
} from "../platform/http/index.ts";
import { hashToken } from "../sessions/index.ts";
import { closeAt, openStream, type StreamOptions, isGone, stationRefusal } from "./open-stream.ts";
import { heartbeat, countCandidate, endStream, findStream, type StreamKey } from "./queries.ts";

const FORWARD_MS = 5 * SECOND_MS;
/** A browser sends some ten candidates. */
const MAX_CANDIDATES = 200;

type StreamCall = {
  principal: Principal;
  scope: Scope;
  request: CallRequest;
  params: { station: string; stream: string };
};

/** Live video: opening a stream, forwarding signaling between its two ends, heartbeats, closing it. */
export function streamRoutes(app: FastifyInstance, options: Omit<StreamOptions, "db"> & { db: SharedDb }): void {
  const { db: shared, commands } = options;
  const time = () => new Date(options.now()).toISOString();

  /** Sends the station a command about a stream. A stream that the station no longer knows has ended. */
  async function sendCommand<Data extends z.ZodType>(call: StreamCall, command: Command<Data>, data: z.input<Data>) {
    const key = keyOf(call);
    const result = await commands.send({ station: key.station, command, data, timeoutMs: FORWARD_MS });
    if (isGone(result)) await endStream(scoped(shared, call.scope), key.id, time());
    return result;
  }

  async function forward<Data extends z.ZodType>(call: StreamCall, command: Command<Data>, data: z.input<Data>) {
    const result = await sendCommand(call, command, data);
    if (result.kind !== "done") throw stationRefusal(result);
    return answer(204, null);
  }

  route(app, openStreamCall, (call) => openStream({ ...options, db: scoped(shared, call.scope) }, call, ownerOf(call)));

  route(app, addIceCandidate, async (call) => {
    const key = keyOf(call);
    const count = await countCandidate(scoped(shared, call.scope), key, call.scope);
    if (count === undefined) throw notFound();
    if (count > MAX_CANDIDATES) throw new Problem(429, "Too many ICE candidates were sent for this stream.");
    return forward(call, linkCommands.stream_candidate, { stream: key.id, ...call.body });
  });

  route(app, answerStream, async (call) => {
    const key = keyOf(call);
    const stream = await findStream(scoped(shared, call.scope), key, call.scope);
    if (stream?.ended !== null) throw notFound();
    const note = { target: `station ${key.station}`, orgId: stream.org_id, after: { stream: key.id } };
    // Before the station can send video: it must not do so unrecorded. The entry is called a request, since the station may refuse it.
    await insertAudit(shared, sourceOf(call.principal, call.request), note);
    return forward(call, linkCommands.stream_answer, { stream: key.id, sdp: call.body.sdp });
  });

  route(app, keepStreamOpen, async (call) => {
    const key = keyOf(call);
    if (!(await heartbeat(scoped(shared, call.scope), key, { scope: call.scope, now: time() }))) throw notFound();
    const result = await sendCommand(call, linkCommands.stream_heartbeat, { stream: key.id });
    // Without a link the station sends video for a while, and ends the stream when no heartbeat arrives.
    if (result.kind === "offline") throw stationRefusal(result);
    if (isGone(result)) throw notFound();
    return answer(204, null);
  });

  route(app, closeStream, async (call) => {
    const key = keyOf(call);
    const stream = await findStream(scoped(shared, call.scope), key, call.scope);
    if (!stream) throw notFound();
    const reply = answer(204, null);
    if (stream.ended !== null) return reply;
    await change(scoped(shared, call.scope), call, async (tx) => {
      const isEnded = await endStream(tx, key.id, time());
      const note = { target: `station ${key.station}`, orgId: stream.org_id, after: { stream: key.id } };
      return { answer: reply, audit: isEnded ? note : [] };
    });
    void closeAt(commands, key);
    return reply;
  });
}

function ownerOf({ principal, request }: Pick<StreamCall, "principal" | "request">) {
  if (principal.kind !== "user" || request.sessionToken === undefined) throw new Problem(401, "Log in to continue.");
  return { userId: principal.id, sessionHash: hashToken(request.sessionToken) };
}

function keyOf(call: StreamCall): StreamKey {
  return { id: call.params.stream, station: call.params.station, ...ownerOf(call) };
}
