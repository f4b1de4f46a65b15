import type { z } from "zod";

export type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * Who may make a call: anyone, any logged-in user, a manager (`can_manage` or `can_admin`), an admin, or a station
 * with its own credential. What they see is narrowed further by their scope.
 */
export type Access = "public" | "user" | "manager" | "admin" | "station";

/** One HTTP call of the console: who may make it, what goes in, and what may come back, by status. */
export type Endpoint = {
  /** Unique verb phrase, e.g. `listStations`; the operation id of the OpenAPI document. */
  name: string;
  /** One sentence on what the call does. */
  summary: string;
  method: Method;
  /** Path with `:parameters`, e.g. `/api/stations/:station`. */
  path: `/api/${string}`;
  access: Access;
  /** Whether an API key may make the call in place of a user. Keys only ever read. */
  apiKeys?: boolean;
  /**
   * Whether the call takes an `Idempotency-Key` of 1 to 255 characters. Repeated by the same caller under the same key within a day,
   * it is done once and answered as before; with other input it is a 422, and where the answer held a secret a 409.
   */
  idempotencyKey?: true;
  params?: z.ZodType;
  query?: z.ZodType;
  /** Request headers the call reads, by lower-case name. */
  headers?: z.ZodType;
  body?: z.ZodType;
  /** Largest body in bytes, where the limit of all calls is too generous. */
  bodyBytes?: number;
  replies: { readonly [status: number]: z.ZodType };
  /** Statuses it may be refused with for reasons of its own, beyond those that every such call has (see `refusalsOf`). */
  refusals?: readonly Refusal[];
  /** How long its answer may take, in ms, where that is longer than `ANSWER_MS`. */
  answersWithinMs?: number;
  /** Headers that its replies carry and callers may use. */
  replyHeaders?: readonly ReplyHeader[];
};

/** Statuses that an endpoint declares itself. */
type Refusal = 401 | 403 | 404 | 409 | 412 | 428;

/** How long the console waits for an answer, and for its next piece once it comes (ms). After that the server is out of reach. */
export const ANSWER_MS = 10_000;

/** Response headers that mean something to callers. */
export type ReplyHeader = "etag" | "last-modified" | "x-as-of" | "x-whole";

/** Declares an endpoint, keeping its exact schema types. */
export function endpoint<const E extends Endpoint>(declared: E): E {
  return declared;
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
type Given<S> = S extends z.ZodType ? z.input<S> : undefined;
type Part = "params" | "query" | "headers" | "body";

/** What a server handler receives, already parsed. */
export type Input<E extends Endpoint> = { [K in Part]: Parsed<E[K]> };

/** What a client must supply. */
export type Args<E extends Endpoint> = { [K in Part as E[K] extends z.ZodType ? K : never]: Given<E[K]> };

/** JSON text made beforehand, sent as it is. Whoever makes it vouches that it fits the reply's schema. */
export class ReadyJson {
  readonly text: string | Uint8Array;
  /** How `text` is compressed, when it is. */
  readonly encoding: "gzip" | "zstd" | undefined;
  constructor(text: string | Uint8Array, encoding?: "gzip" | "zstd") {
    this.text = text;
    this.encoding = encoding;
  }
}

/** Every reply the endpoint may receive from the server, as a union tagged by status. */
export type Reply<E extends Endpoint> = {
  [S in keyof E["replies"] & number]: { status: S; body: Parsed<E["replies"][S]>; headers: Headers };
}[keyof E["replies"] & number];

/** Every reply a handler may give. A body that has no schema of its own is `null`. */
export type Answer<E extends Endpoint> = {
  [S in keyof E["replies"] & number]: {
    status: S;
    body: Given<E["replies"][S]> | ReadyJson;
    headers?: AnswerHeaders;
  };
}[keyof E["replies"] & number];

/** Response headers as a handler gives them, by lower-case name; a list is sent as one header an item. */
export type AnswerHeaders = Record<string, string | string[]>;

/** Response headers as a client reads them. */
type Headers = { get(name: string): string | null };
