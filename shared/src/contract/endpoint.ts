import type { z } from "zod";
import type { KeyScope } from "./key-scope.ts";
import type { LiveTopic } from "./topic.ts";

export type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * Who may make a call: anyone, any logged-in user, a manager (`can_manage` or `can_admin`), an admin, or a station with its own credential.
 * Their scope limits further what they see.
 */
export type Access = "public" | "user" | "manager" | "admin" | "station";

/**
 * The access of a call, and the scope with which an API key may make it in place of a user: null if no key may. A call that needs a login does not
 * compile without it. Keys with the scope of a manager's call act as managers of their organization; an admin's call takes a key of the provider.
 */
type CallAccess =
  | { access: "public" | "station"; keyScope?: never }
  | { access: "user" | "manager" | "admin"; keyScope: KeyScope | null };

/** One HTTP call of the console: who may make it, its input, and its replies by status. */
export type Endpoint = CallAccess & {
  /** Unique verb phrase, e.g. `listStations`; the operation id of the OpenAPI document. */
  name: string;
  /** One sentence that describes the call. */
  summary: string;
  method: Method;
  /** Path with `:parameters`, e.g. `/api/stations/:station`. */
  path: `/api/${string}`;
  /** Whether a bearer token of the request is for the call itself to check, and is no API key. */
  ownToken?: true;
  /**
   * Whether the call takes an `Idempotency-Key` of 1 to 255 characters. If the same caller repeats the call with the same key within a day,
   * it is executed once and gets the same reply. With other input the repetition is a 422, and if the reply contained a secret, a 409.
   */
  idempotencyKey?: true;
  params?: z.ZodType;
  query?: z.ZodType;
  /** Request headers the call reads, by lower-case name. */
  headers?: z.ZodType;
  body?: z.ZodType;
  /** True if the call itself replaces characters that cannot be stored: programs that send them could not be asked to leave them out. */
  cleansText?: true;
  /** Largest body in bytes, if it is below the general limit. */
  bodyBytes?: number;
  replies: { readonly [status: number]: z.ZodType };
  /** The topics of a reply, or of the changes by a write. A client that displays a reply requests it again after notices of these topics. */
  topics?: readonly LiveTopic[];
  /** How often a client that displays a reply requests it again in any case (ms): by default every minute, and never if infinite. */
  refreshMs?: number;
  /** How often while the reply says that it will change soon, if that is not every ten seconds. */
  changingRefreshMs?: number;
  /** The data of each event by its name, for a call whose reply is a stream of server-sent events. Such a call is no use of a session. */
  events?: { readonly [name: string]: z.ZodType };
  /**
   * Whether a reply may have thousands of items. The console uses such a reply unparsed: parsing one of 2 MB would stop the page for half
   * a second, and the server has parsed it with the same schema or written it from typed rows.
   */
  isLongReply?: true;
  /** False for calls that mostly wait for a station or have limits of their own: any number may be in progress. */
  countsAsLoad?: false;
  /** Failure statuses specific to this call, in addition to those of `refusalsOf`. */
  refusals?: readonly RefusalStatus[];
  /** How long its reply may take, in ms, if that is longer than `ANSWER_MS`. */
  answersWithinMs?: number;
  /** Headers of its replies that callers may use. */
  replyHeaders?: readonly ReplyHeader[];
};

/** Statuses that an endpoint declares itself. */
type RefusalStatus = 401 | 403 | 404 | 409 | 412 | 428;

/** How long the console waits for a reply, and for each further chunk of it (ms). After that, the server counts as unreachable. */
export const ANSWER_MS = 10_000;

/** The response header with the id of the web app's build that the server serves. */
export const BUILD_HEADER = "x-build";

/**
 * The response header with the time of the console at which the request arrived, with milliseconds. `Date` is the clock of the machine that
 * wrote it, often a proxy.
 */
export const TIME_HEADER = "x-server-time";

/** Response headers that callers use. */
export type ReplyHeader = "etag" | "last-modified" | "x-as-of" | "x-full" | "age" | "x-log-out-at";

/** Declares an endpoint, keeping its exact schema types. */
export function endpoint<const E extends Endpoint>(declared: E): E {
  return declared;
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
type InputOf<S> = S extends z.ZodType ? z.input<S> : undefined;
type Part = "params" | "query" | "headers" | "body";

/** The input of a server handler, already parsed. */
export type Input<E extends Endpoint> = { [K in Part]: Parsed<E[K]> };

/** The arguments that a client must supply. */
export type Args<E extends Endpoint> = { [K in Part as E[K] extends z.ZodType ? K : never]: InputOf<E[K]> };

/** JSON text that is sent unchanged, also as bytes in pieces. The caller is responsible for its matching the reply's schema. */
export class ReadyJson {
  readonly text: string | readonly Uint8Array[];
  /** How `text` is compressed, if it is. */
  readonly encoding: "gzip" | "zstd" | undefined;
  constructor(text: string | readonly Uint8Array[], encoding?: "gzip" | "zstd") {
    this.text = text;
    this.encoding = encoding;
  }
}

/** Every reply the endpoint may receive from the server, as a union tagged by status. */
export type Reply<E extends Endpoint> = {
  [S in keyof E["replies"] & number]: { status: S; body: Parsed<E["replies"][S]>; headers: Headers };
}[keyof E["replies"] & number];

/** The content of a call's replies: the body of those that do not say that nothing has changed. */
export type Content<E extends Endpoint> = Exclude<Reply<E>, { status: 304 }>["body"];

/** Every reply a handler may give. A body without a schema is `null`. */
export type Answer<E extends Endpoint> = {
  [S in keyof E["replies"] & number]: {
    status: S;
    body: InputOf<E["replies"][S]> | ReadyJson;
    headers?: AnswerHeaders;
  };
}[keyof E["replies"] & number];

/** Response headers set by a handler, by lower-case name; a list is sent as one header for each item. */
export type AnswerHeaders = Record<string, string | string[]>;

/** Response headers as seen by a client. */
type Headers = { get(name: string): string | null };
