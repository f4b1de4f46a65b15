import { Readable } from "node:stream";
import {
  CONFIRM_HEADER,
  readAnswer,
  ReadyJson,
  readInput,
  writeAnswer,
  type Answer,
  type AnswerHeaders,
  type Endpoint,
  type Input,
  type Raw,
} from "@groundcrew/shared/contract";
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { compress, encodingFor } from "./replies/compress.ts";
import { agentOf } from "./agent.ts";
import { mayCall, mustSetUpStep, needsConfirmation, type Principal } from "./access/principal.ts";
import { Problem } from "./problem.ts";
import { once, idempotencyKeyOf, type IdempotencyKey } from "./replay.ts";
import { Scope } from "./access/scope.ts";
import { tracedRequest } from "../tracing/index.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

/** The parts of the HTTP request that handlers may need. */
export type CallRequest = {
  id: string;
  ip: string;
  /** The program that sends the request, as it names itself. */
  agent: string | null;
  /** Name of the endpoint. */
  action: string;
  log: FastifyBaseLogger;
  acceptEncoding: string;
  cookies: string | undefined;
  sessionToken: string | undefined;
  idempotencyKey: IdempotencyKey | undefined;
};

/** A call as its handler gets it: parsed and authorized. */
export type Call<E extends Endpoint> = Input<E> & {
  principal: Principal;
  scope: Scope;
  request: CallRequest;
};

/** Serves an endpoint: authorizes the principal, parses the input, runs the handler, and sends what the endpoint declares. */
export function route<E extends Endpoint>(
  app: FastifyInstance,
  declared: E,
  handle: (call: Call<E>) => Promise<Answer<E>>,
): void {
  app.route(routeOf(app, { declared, handle }));
}

/** Refuses a request, by throwing a problem, before its body is read. */
type Admit = (request: Pick<FastifyRequest, "headers" | "ip">) => Promise<void>;

/** Serves an endpoint like `route`, to requests that are admitted. */
export function admittingRoute<E extends Endpoint>(
  app: FastifyInstance,
  declared: E,
  { admit, handle }: { admit: Admit; handle: (call: Call<E>) => Promise<Answer<E>> },
): void {
  app.route({ ...routeOf(app, { declared, handle }), onRequest: (request) => admit(request) });
}

function routeOf<E extends Endpoint>(app: FastifyInstance, { declared, handle }: Handling<E>): RouteOptions {
  return {
    method: declared.method,
    url: declared.path,
    config: { endpoint: declared },
    ...(declared.bodyBytes !== undefined && { bodyLimit: declared.bodyBytes }),
    handler: tracedHandler(declared, async (request, reply) => {
      const run = () => respond(app, request, { declared, handle });
      return send(reply, declared, await (declared.countsAsLoad === false ? run() : app.limitLoad(reply, run)));
    }),
  };
}

type Handling<E extends Endpoint> = { declared: E; handle: (call: Call<E>) => Promise<Answer<E>> };

async function respond<E extends Endpoint>(
  app: FastifyInstance,
  request: FastifyRequest,
  { declared, handle }: Handling<E>,
): Promise<Answer<E>> {
  authorize(request.principal, declared);
  const parsed = readInput(declared, rawInput(request));
  if (!parsed.ok) throw new Problem(422, parsed.problems);
  if (needsConfirmation(request.principal, declared, parsed.input.body)) throw unconfirmed();
  const idempotencyKey = idempotencyKeyOf(request, declared);
  return once(app, idempotencyKey, {
    run: () =>
      handle({
        ...parsed.input,
        principal: request.principal,
        scope: Scope.of(request.principal),
        request: { ...requestContext(request), action: declared.name, idempotencyKey },
      }),
    replay: ({ headers, ...stored }) => ({ ...readAnswer(declared, stored), headers }),
  });
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Handles requests within a span, if traces are exported. */
function tracedHandler({ method, path }: Endpoint, handle: Handler): Handler {
  return (request, reply) =>
    tracedRequest({ method, route: path, headers: request.headers }, async (span) => {
      span.set({ "groundcrew.principal": request.principal.kind });
      try {
        const sent = await handle(request, reply);
        span.set({ "http.response.status_code": reply.statusCode });
        return sent;
      } catch (error) {
        span.set({ "http.response.status_code": error instanceof Problem ? error.status : 500 });
        throw error;
      }
    });
}

function authorize(principal: Principal, declared: Endpoint): void {
  if (mustSetUpStep(principal, declared)) throw new Problem(403, SET_UP_FIRST);
  switch (mayCall(principal, declared)) {
    case "yes":
      return;
    case "log in":
      throw new Problem(401, "Log in to continue.");
    case "no":
      throw new Problem(403, refusalOf(principal, declared));
  }
}

const SET_UP_FIRST = "Your organization requires a second step. Set one up on your account page to continue.";

function refusalOf(principal: Principal, { keyScope = null }: Endpoint): string {
  if (principal.kind === "api_key" && keyScope !== null && !principal.scopes.includes(keyScope)) {
    return `This API key does not have the scope ${keyScope}.`;
  }
  return "You don't have permission to do this.";
}

/** Refuses what undoes or continues another call, unless its user has proven lately who they are, if that call requires it. */
export function requireConfirmation(principal: Principal, { name }: { name: string }): void {
  if (needsConfirmation(principal, { name }, {})) throw unconfirmed();
}

function unconfirmed(): Problem {
  return new Problem(428, "Confirm that it is you before you do this.", { headers: { [CONFIRM_HEADER]: "1" } });
}

function rawInput(request: FastifyRequest): Raw {
  return { params: request.params, query: request.query, headers: request.headers, body: request.body };
}

function requestContext({
  id,
  ip,
  log,
  sessionToken,
  headers,
}: FastifyRequest): Omit<CallRequest, "action" | "idempotencyKey"> {
  return {
    id,
    ip,
    agent: agentOf(headers),
    log,
    sessionToken,
    cookies: headers.cookie,
    acceptEncoding: headers["accept-encoding"] ?? "",
  };
}

/** Sends an answer; long JSON is compressed for clients that accept it. */
async function send<E extends Endpoint>(reply: FastifyReply, declared: E, answer: Answer<E>): Promise<FastifyReply> {
  reply.code(answer.status).headers(answer.headers ?? {});
  if (answer.body instanceof Readable) return reply.send(answer.body);
  const ready = writeAnswer(declared, answer);
  if (ready instanceof Uint8Array) return reply.send(asBuffer(ready));
  // A 304 has the headers of the reply that the client already has (RFC 9110, section 15.4.5).
  if (ready !== null || answer.status === 304) reply.header("vary", "Accept-Encoding");
  if (ready === null) return reply.send();
  reply.type("application/json; charset=utf-8");
  const { text, encoding } = await encoded(ready, reply.request.headers["accept-encoding"]);
  if (encoding) reply.header("content-encoding", encoding);
  if (typeof text === "string") return reply.send(text);
  const [first, ...others] = text;
  if (first && others.length === 0) return reply.send(asBuffer(first));
  reply.header(
    "content-length",
    text.reduce((sum, { length }) => sum + length, 0),
  );
  return reply.send(Readable.from(text));
}

async function encoded(ready: ReadyJson, acceptEncoding = ""): Promise<ReadyJson> {
  if (typeof ready.text !== "string") return ready;
  const encoding = encodingFor(acceptEncoding, ready.text.length);
  return encoding ? new ReadyJson([await compress(Buffer.from(ready.text), encoding)], encoding) : ready;
}

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** An answer whose status has a literal type, so that the compiler can match it with its body. */
export function answer<const S extends number, B>(
  status: S,
  body: B,
  headers: AnswerHeaders = {},
): { status: S; body: B; headers: AnswerHeaders } {
  return { status, body, headers };
}
