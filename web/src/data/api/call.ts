import {
  ANSWER_MS,
  BUILD_HEADER,
  CONFIRM_HEADER,
  problem,
  readReply,
  TIME_HEADER,
  type Args,
  type Endpoint,
  type Reply,
} from "@groundcrew/shared/contract";
import { NETWORK_FAILURE } from "@groundcrew/shared/lib";
import { learnServerTime, pageMs } from "../clock/index.ts";
import { learnServerBuild } from "../../lib/index.ts";
import { pageValue } from "../../page/index.ts";
import { CallFailure, callOutcome, undeclaredResponse, UNEXPECTED_RESPONSE } from "./failure.ts";
import { readJson } from "./read-json.ts";
import { recordWrite } from "./writes.ts";

export type RequestParts = { params?: unknown; query?: unknown; headers?: unknown; body?: unknown };

export type CallOptions = {
  signal?: AbortSignal;
  /** The request is sent even while the page is being closed. */
  keepalive?: boolean;
};

/** A call that creates something and is done at most once for an idempotency key. */
type CreatingEndpoint = Endpoint & { idempotencyKey: true };
export type OtherEndpoint = Endpoint & { idempotencyKey?: never };
type SendOptions = CallOptions & { once?: string };

/**
 * Makes a declared call. Resolves with one of its declared replies; otherwise rejects with a `CallFailure`. A response that does
 * not arrive in time, or stalls, counts as a network failure.
 */
export function call<E extends CreatingEndpoint>(
  endpoint: E,
  args: Args<E> & RequestParts,
  options: CallOptions & { once: string },
): Promise<Reply<E>>;
export function call<E extends OtherEndpoint>(
  endpoint: E,
  args: Args<E> & RequestParts,
  options?: CallOptions,
): Promise<Reply<E>>;
export function call<E extends Endpoint>(
  endpoint: E,
  args: Args<E> & RequestParts,
  options: SendOptions = {},
): Promise<Reply<E>> {
  return attempt(endpoint, args, options);
}

async function attempt<E extends Endpoint>(
  endpoint: E,
  args: Args<E> & RequestParts,
  options: SendOptions,
): Promise<Reply<E>> {
  const timeout = startTimeout(endpoint.answersWithinMs ?? ANSWER_MS);
  try {
    const response = await send(endpoint, args, { ...options, timeout });
    // A HEAD response has no body, whatever its headers say.
    const body = endpoint.method === "HEAD" ? null : await readBody(response, { timeout, signal: options.signal });
    const { status, statusText, headers } = response;
    if (status === 428 && headers.has(CONFIRM_HEADER)) {
      timeout.stop();
      if (await askToConfirm.get()(endpoint.name)) return await attempt(endpoint, args, options);
    }
    const read = body === undefined ? null : readReply(endpoint, { status, body, headers });
    if (read?.kind === "reply") return read.reply;
    if (read?.kind === "invalid") throw new CallFailure(status, UNEXPECTED_RESPONSE, read);
    const received = { status, statusText, body };
    throw new CallFailure(status, callOutcome(received).text || undeclaredResponse(received), {
      isPartial: hasPartial(body),
    });
  } finally {
    timeout.stop();
    // Also after a failure: what was done is not known.
    recordWrite(endpoint, args);
  }
}

/** Asks the user to confirm who they are, for the call with this name. Resolves with false if they do not. */
type AskToConfirm = (name: string) => Promise<boolean>;

const askToConfirm = pageValue<AskToConfirm>(() => async () => false);

/** Sets how users are asked to confirm who they are. What they are doing meanwhile is a call that takes long, so nothing that was typed is lost. */
export function confirmWith(ask: AskToConfirm): void {
  askToConfirm.set(ask);
}

async function send(
  endpoint: Endpoint,
  args: RequestParts,
  { signal, keepalive = false, once, timeout }: SendOptions & { timeout: ResponseTimeout },
): Promise<Response> {
  const hasBody = args.body !== undefined;
  const file = args.body instanceof LoadedFile && args.body.content;
  const sentMs = pageMs();
  try {
    const response = await fetch(requestUrl(endpoint, args), {
      method: endpoint.method,
      cache: "no-store",
      keepalive,
      signal: signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal,
      headers: {
        accept: "application/json, application/problem+json",
        ...(hasBody && { "content-type": file ? "text/csv" : "application/json" }),
        // Requests sent by timers must not keep the session alive.
        ...(!consumeInput() && { "x-background": "1" }),
        ...(once !== undefined && { "idempotency-key": once }),
        ...Object.fromEntries(texts(args.headers)),
      },
      ...(hasBody && { body: file || JSON.stringify(args.body) }),
    });
    learnServerTime(response.headers.get(TIME_HEADER), sentMs);
    learnServerBuild(response.headers.get(BUILD_HEADER));
    return response;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new CallFailure(null, NETWORK_FAILURE);
  }
}

/** Requests the build of the web app that the server serves. */
export async function refreshServerBuild(): Promise<void> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  const page = await fetch("/", { method: "HEAD", cache: "no-store", signal }).catch(() => null);
  learnServerBuild(page?.headers.get(BUILD_HEADER) ?? null);
}

/** True if an error response lists items that succeeded anyway. */
function hasPartial(body: unknown): boolean {
  return problem.safeParse(body).data?.partial !== undefined;
}

/** The path with its parameters filled in, and the query. */
export function requestUrl({ path }: Pick<Endpoint, "path">, { params, query }: RequestParts): string {
  const known = new Map(texts(params));
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(known.get(name) ?? ""));
  const search = new URLSearchParams(texts(query)).toString();
  return search === "" ? filled : `${filled}?${search}`;
}

function texts(values: unknown): [string, string][] {
  if (typeof values !== "object" || values === null) return [];
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, String(value)]);
}

type BodyOptions = { timeout: ResponseTimeout; signal: AbortSignal | undefined };

/** The body as JSON, text, image bytes or a file; null if there is none, undefined if it does not match its type. */
async function readBody(response: Response, { timeout, signal }: BodyOptions): Promise<unknown> {
  const type = response.headers.get("content-type") ?? "";
  timeout.restart();
  try {
    if (/^application\/([\w.-]+\+)?json\b/.test(type)) return await readJson(response, timeout.restart);
    if (type.startsWith("image/")) return new Uint8Array(await withRestarts(timeout, response).arrayBuffer());
    if (type.startsWith("text/csv")) return new LoadedFile(await withRestarts(timeout, response).blob());
    const text = await withRestarts(timeout, response).text();
    if (text === "") return null;
    return type.startsWith("text/plain") ? text : undefined;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new CallFailure(null, NETWORK_FAILURE);
  }
}

/** A file that was loaded or is sent, which the browser need not keep in memory. */
export class LoadedFile {
  readonly content: Blob;
  constructor(content: Blob) {
    this.content = content;
  }
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    yield new Uint8Array(await this.content.arrayBuffer());
  }
}

/** The time limit for a response. */
type ResponseTimeout = {
  /** Aborted when the time is up. */
  signal: AbortSignal;
  /** Call when data arrives: the next chunk may take as long as a whole response. */
  restart: () => void;
  stop: () => void;
};

/** Starts the time limit for a response whose first byte may take `firstMs`. */
function startTimeout(firstMs: number): ResponseTimeout {
  const control = new AbortController();
  const abort = () => control.abort(new DOMException("No response in time", "TimeoutError"));
  let timer = setTimeout(abort, firstMs);
  return {
    signal: control.signal,
    restart() {
      clearTimeout(timer);
      timer = setTimeout(abort, ANSWER_MS);
    },
    stop: () => clearTimeout(timer),
  };
}

/** Statuses without a body. Browsers return an empty stream for some of them, and `new Response` rejects that. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/** A response whose body may take any time as long as data keeps arriving. */
function withRestarts(timeout: ResponseTimeout, response: Response): Response {
  if (!response.body || WITHOUT_BODY.has(response.status)) return response;
  const restarting = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(piece, out) {
      timeout.restart();
      out.enqueue(piece);
    },
  });
  return new Response(response.body.pipeThrough(restarting), response);
}

const INPUTS = ["pointerdown", "keydown", "wheel", "touchmove"] as const;

const RELOADED = "reloaded-without-input";

/** Opening the page counts as input, unless it reloaded itself. */
const hasInput = pageValue(() => !wasReloadedWithoutInput());
const lastInputMs = pageValue(pageMs);

/**
 * Whether there was user input since the last call of this function. If not, a timer sent the request: it is a background request, which
 * does not keep the session alive. No caller decides this itself.
 */
export function consumeInput(): boolean {
  const had = hasInput.get();
  hasInput.set(false);
  return had;
}

/** The time since the last user input (ms). */
export function sinceInputMs(): number {
  return pageMs() - lastInputMs.get();
}

/** Records that the user has just used the page. */
export function recordInput(): void {
  hasInput.set(true);
  lastInputMs.set(pageMs());
}

/** Reloads the page without counting that as input, so that it does not keep the session alive. */
export function reloadPage(): void {
  if (!hasInput.get()) sessionStorage.setItem(RELOADED, "1");
  window.location.reload();
}

function wasReloadedWithoutInput(): boolean {
  if (typeof document === "undefined") return false;
  const wasReloaded = sessionStorage.getItem(RELOADED) !== null;
  sessionStorage.removeItem(RELOADED);
  return wasReloaded;
}

if (typeof document !== "undefined") {
  for (const type of INPUTS) window.addEventListener(type, recordInput, { capture: true, passive: true });
  // Showing the tab counts as input.
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) recordInput();
  });
}
