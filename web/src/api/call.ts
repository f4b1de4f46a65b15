import { readReply, type Args, type Endpoint, type Reply } from "@groundcrew/shared/contract";
import { CallFailure } from "./failure.ts";
import { readJson } from "./read-json.ts";
import { NETWORK_FAILURE, outcomeOf, strangeAnswer } from "./sentences.ts";

/** Longest wait for an answer; what takes longer counts as a network failure. */
const ANSWER_MS = 30_000;

type Parts = { params?: unknown; query?: unknown; headers?: unknown; body?: unknown };

export type CallOptions = {
  signal?: AbortSignal;
  /** The call was made by a timer, so it does not keep the session alive. */
  background?: boolean;
  /** The call goes out even while the page is being left. */
  keepalive?: boolean;
};

/** Makes a declared call. Resolves with one of its declared replies, rejects with a `CallFailure` otherwise. */
export async function call<E extends Endpoint>(
  endpoint: E,
  args: Args<E> & Parts,
  options: CallOptions = {},
): Promise<Reply<E>> {
  const response = await send(endpoint, args, options);
  // Nothing but the headers answers a HEAD, whatever they say of a body.
  const body = endpoint.method === "HEAD" ? null : await read(response, options.signal);
  const { status, statusText, headers } = response;
  const reply = body === undefined ? null : readReply(endpoint, { status, body, headers });
  if (reply) return reply;
  const received = { status, statusText, body };
  throw new CallFailure(status, outcomeOf(received).text || strangeAnswer(received));
}

async function send(
  endpoint: Endpoint,
  args: Parts,
  { signal, background, keepalive = false }: CallOptions,
): Promise<Response> {
  const timeout = AbortSignal.timeout(ANSWER_MS);
  const hasBody = args.body !== undefined;
  try {
    return await fetch(addressOf(endpoint, args), {
      method: endpoint.method,
      cache: "no-store",
      keepalive,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      headers: {
        accept: "application/json, application/problem+json",
        ...(hasBody && { "content-type": "application/json" }),
        ...(background && { "x-background": "1" }),
        ...Object.fromEntries(texts(args.headers)),
      },
      ...(hasBody && { body: JSON.stringify(args.body) }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new CallFailure(null, NETWORK_FAILURE);
  }
}

/** The path with its parameters filled in, and the query. */
export function addressOf({ path }: Pick<Endpoint, "path">, { params, query }: Parts): string {
  const known = new Map(texts(params));
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(known.get(name) ?? ""));
  const search = new URLSearchParams(texts(query)).toString();
  return search === "" ? filled : `${filled}?${search}`;
}

function texts(of: unknown): [string, string][] {
  if (typeof of !== "object" || of === null) return [];
  return Object.entries(of)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, String(value)]);
}

/** The body as JSON, text or bytes of a picture; null without one, undefined when it is not what its type says. */
async function read(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  const type = response.headers.get("content-type") ?? "";
  try {
    if (/^application\/([\w.-]+\+)?json\b/.test(type)) return await readJson(response);
    if (type.startsWith("image/")) return new Uint8Array(await response.arrayBuffer());
    const text = await response.text();
    if (text === "") return null;
    return type.startsWith("text/plain") ? text : undefined;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new CallFailure(null, NETWORK_FAILURE);
  }
}
