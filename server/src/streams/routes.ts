import { SECOND_MS } from "@groundcrew/shared/lib";
import { commands as known, type Command } from "@groundcrew/shared/link";
import {
  addIceCandidate,
  answerStream,
  beatStream,
  closeStream,
  openStream as openStreamCall,
} from "@groundcrew/shared/streams";
import type { FastifyInstance } from "fastify";
import type { z } from "zod";
import { change } from "../audit/index.ts";
import { scoped, type SharedDb } from "../db/index.ts";
import { answer, notFound, Problem, route, type CallRequest, type Principal, type Scope } from "../http/index.ts";
import { hashToken } from "../sessions/index.ts";
import { closeAt, openStream, type StreamParts } from "./open-stream.ts";
import { heartbeat, countCandidate, endStream, findStream, type StreamKey } from "./queries.ts";
import { isGone, stationRefusal } from "./station-refusal.ts";

const PASS_ON_MS = 5 * SECOND_MS;
/** A browser has some ten candidates. */
const MAX_CANDIDATES = 200;

type Asking = { principal: Principal; scope: Scope; request: CallRequest; params: { station: string; stream: string } };

/** Live video: opening a stream, passing on what its two ends say to each other, keeping it, closing it. */
export function streamRoutes(app: FastifyInstance, parts: Omit<StreamParts, "db"> & { db: SharedDb }): void {
  const { db: shared, commands } = parts;
  const time = () => new Date(parts.now()).toISOString();

  /** Says something to the station about a stream. One it does not know any more has ended. */
  async function tell<Data extends z.ZodType>(call: Asking, command: Command<Data>, data: z.input<Data>) {
    const key = keyOf(call);
    const told = await commands.send({ station: key.station, command, data, timeoutMs: PASS_ON_MS });
    if (isGone(told)) await endStream(scoped(shared, call.scope), key.id, time());
    return told;
  }

  async function passOn<Data extends z.ZodType>(call: Asking, command: Command<Data>, data: z.input<Data>) {
    const told = await tell(call, command, data);
    if (told.kind !== "done") throw stationRefusal(told);
    return answer(204, null);
  }

  route(app, openStreamCall, (call) => openStream({ ...parts, db: scoped(shared, call.scope) }, call, ownerOf(call)));

  route(app, addIceCandidate, async (call) => {
    const key = keyOf(call);
    const count = await countCandidate(scoped(shared, call.scope), key, call.scope);
    if (count === undefined) throw notFound();
    if (count > MAX_CANDIDATES) throw new Problem(429, "Too many ICE candidates were sent for this stream.");
    return passOn(call, known.stream_candidate, { stream: key.id, ...call.body });
  });

  route(app, answerStream, async (call) => {
    const key = keyOf(call);
    const stream = await findStream(scoped(shared, call.scope), key, call.scope);
    if (stream?.ended !== null) throw notFound();
    return passOn(call, known.stream_answer, { stream: key.id, sdp: call.body.sdp });
  });

  route(app, beatStream, async (call) => {
    const key = keyOf(call);
    if (!(await heartbeat(scoped(shared, call.scope), key, { scope: call.scope, now: time() }))) throw notFound();
    const told = await tell(call, known.stream_heartbeat, { stream: key.id });
    // Without a link the station still sends for a while, and ends the stream when no heartbeat reaches it.
    if (told.kind === "offline") throw stationRefusal(told);
    if (isGone(told)) throw notFound();
    return answer(204, null);
  });

  route(app, closeStream, async (call) => {
    const key = keyOf(call);
    const stream = await findStream(scoped(shared, call.scope), key, call.scope);
    if (!stream) throw notFound();
    const done = answer(204, null);
    if (stream.ended !== null) return done;
    await change(scoped(shared, call.scope), call, async (tx) => {
      const isEnded = await endStream(tx, key.id, time());
      const note = { target: `station ${key.station}`, orgId: stream.org_id, after: { stream: key.id } };
      return { answer: done, audit: isEnded ? note : [] };
    });
    void closeAt(commands, key);
    return done;
  });
}

function ownerOf({ principal, request }: Pick<Asking, "principal" | "request">) {
  if (principal.kind !== "user" || request.sessionToken === undefined) throw new Problem(401, "Log in to continue.");
  return { userId: principal.id, sessionHash: hashToken(request.sessionToken) };
}

function keyOf(call: Asking): StreamKey {
  return { id: call.params.stream, station: call.params.station, ...ownerOf(call) };
}
