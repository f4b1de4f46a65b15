import { ANSWER_MS, problem, readReply, type Args, type Endpoint, type Reply } from "@groundcrew/shared/contract";
import { learnServerTime, pageMs } from "../clock/index.ts";
import { withRestarts, startTimeout, type ResponseTimeout } from "./response-timeout.ts";
import { CallFailure } from "./failure.ts";
import { consumeInput } from "./presence.ts";
import { readJson } from "./read-json.ts";
import { NETWORK_FAILURE, outcomeOf, undeclaredReply } from "./sentences.ts";

type Parts = { params?: unknown; query?: unknown; headers?: unknown; body?: unknown };

export type CallOptions = {
  signal?: AbortSignal;
  /** The call goes out even while the page is being left. */
  keepalive?: boolean;
};

/** A creating call names a key under which it is done at most once. */
type CreatingEndpoint = Endpoint & { idempotencyKey: true };
type OtherEndpoint = Endpoint & { idempotencyKey?: never };
type SendOptions = CallOptions & { once?: string };

/**
 * Makes a declared call. Resolves with one of its declared replies, rejects with a `CallFailure` otherwise. No answer within the
 * time that the call is given counts as a network failure, and so does one that stops coming.
 */
export function call<E extends CreatingEndpoint>(
  endpoint: E,
  args: Args<E> & Parts,
  options: CallOptions & { once: string },
): Promise<Reply<E>>;
export function call<E extends OtherEndpoint>(
  endpoint: E,
  args: Args<E> & Parts,
  options?: CallOptions,
): Promise<Reply<E>>;
export async function call<E extends Endpoint>(
  endpoint: E,
  args: Args<E> & Parts,
  options: SendOptions = {},
): Promise<Reply<E>> {
  const timeout = startTimeout(endpoint.answersWithinMs ?? ANSWER_MS);
  try {
    const response = await send(endpoint, args, { ...options, timeout });
    // Nothing but the headers answers a HEAD, whatever they say of a body.
    const body = endpoint.method === "HEAD" ? null : await read(withRestarts(timeout, response), options.signal);
    const { status, statusText, headers } = response;
    const reply = body === undefined ? null : readReply(endpoint, { status, body, headers });
    if (reply) return reply;
    const received = { status, statusText, body };
    throw new CallFailure(status, outcomeOf(received).text || undeclaredReply(received), {
      isPartial: hasPartial(body),
    });
  } finally {
    timeout.stop();
  }
}

async function send(
  endpoint: Endpoint,
  args: Parts,
  { signal, keepalive = false, once, timeout }: SendOptions & { timeout: ResponseTimeout },
): Promise<Response> {
  const hasBody = args.body !== undefined;
  const sentMs = pageMs();
  try {
    const response = await fetch(addressOf(endpoint, args), {
      method: endpoint.method,
      cache: "no-store",
      keepalive,
      signal: signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal,
      headers: {
        accept: "application/json, application/problem+json",
        ...(hasBody && { "content-type": "application/json" }),
        // What timers send does not keep the session alive.
        ...(!consumeInput() && { "x-background": "1" }),
        ...(once !== undefined && { "idempotency-key": once }),
        ...Object.fromEntries(texts(args.headers)),
      },
      ...(hasBody && { body: JSON.stringify(args.body) }),
    });
    learnServerTime(response.headers.get("date"), sentMs);
    return response;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new CallFailure(null, NETWORK_FAILURE);
  }
}

/** Whether an error lists what was done nevertheless. */
function hasPartial(body: unknown): boolean {
  return problem.safeParse(body).data?.partial !== undefined;
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
