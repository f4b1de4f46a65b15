import {
  csvFile,
  rawBody,
  readInput,
  TIME_HEADER,
  writeAnswer,
  type Answer,
  type Endpoint,
  type Input,
} from "@groundcrew/shared/contract";
import { onTestFinished, vi } from "vitest";

/** A request that the fake server has received. */
type ReceivedRequest = { endpoint: string; method: string; path: string; headers: Headers; body: unknown };

/** Nothing responds, or the database is unavailable. */
type Fault = "server" | "database";

export const DATABASE_UNAVAILABLE = "The database is not responding.";

type Detail = string | { field: string; message: string }[];

/** Thrown to reject a request, with a sentence or the invalid fields. */
export class Rejection extends Error {
  readonly status: number;
  readonly detail: Detail;
  readonly headers: Readonly<Record<string, string>>;
  constructor(status: number, detail: Detail, headers: Readonly<Record<string, string>> = {}) {
    super(`rejected with ${status}`);
    this.status = status;
    this.detail = detail;
    this.headers = headers;
  }
}

/** A response that rejects a request: unlike a network error, it shows that the server can be reached, so nothing is requested again by itself. */
export function refuse(status: number, detail: Detail) {
  return async (): Promise<never> => {
    throw new Rejection(status, detail);
  };
}

type Respond<E extends Endpoint> = (input: Input<E>, request: ReceivedRequest) => Promise<Answer<E>>;
type Route = {
  endpoint: Endpoint;
  pattern: RegExp;
  respond: (request: Request, url: URL, signal: AbortSignal) => Promise<Response>;
};

/**
 * A server that exists only in this page: `fetch` calls the functions given for the contract's calls. Requests and responses must match
 * the contract; a request without such a function is a 404 that the test finds in `problems`.
 */
export function startFakeServer() {
  const routes = new Map<string, Route>();
  const requests: ReceivedRequest[] = [];
  const problems: string[] = [];
  const answering = new Map<string, () => Promise<void>>();
  let fault: Fault | null = null;
  let silentMs = 0;

  async function receive(request: Request, signal: AbortSignal): Promise<Response> {
    if (fault === "server") return new Promise<Response>(() => {});
    if (fault === "database") return problemResponse(503, DATABASE_UNAVAILABLE);
    const url = new URL(request.url);
    const matching = [...routes.values()].filter(
      ({ endpoint, pattern }) => endpoint.method === request.method && pattern.test(url.pathname),
    );
    // As in the real server, a path without parameters comes first.
    const route = matching.find(({ endpoint }) => endpoint.path === url.pathname) ?? matching[0];
    if (route) {
      const response = await route.respond(request, url, signal);
      await answering.get(route.endpoint.name)?.();
      return response;
    }
    problems.push(`${request.method} ${url.pathname} has no handler.`);
    return problemResponse(404, "The fake server has no handler.");
  }

  const network = stubFetch(async (request, signal) => {
    const response = await receive(request, signal);
    response.headers.set("x-request-id", `00000000-0000-4000-8000-${String(requests.length).padStart(12, "0")}`);
    response.headers.set(TIME_HEADER, new Date(Date.now() + silentMs).toISOString());
    return response;
  });

  return {
    /** Sets the handler of a call, replacing an earlier one. */
    on<E extends Endpoint>(endpoint: E, respond: Respond<E>): void {
      routes.set(endpoint.name, makeRoute(endpoint, respond, requests));
    },
    /** Sets the handler of a call whose response the test makes itself, as for a stream. Aborting the request aborts `signal`. */
    onRaw(endpoint: Endpoint, respond: (request: Request, signal: AbortSignal) => Promise<Response>): void {
      const pattern = patternOf(endpoint);
      routes.set(endpoint.name, { endpoint, pattern, respond: (request, _url, signal) => respond(request, signal) });
    },
    /** Calls `wait` when a call has been handled, before its response: what it throws is thrown to the page, as when the response is lost. */
    beforeResponse: (endpoint: Pick<Endpoint, "name">, wait: () => Promise<void>) =>
      void answering.set(endpoint.name, wait),
    problems,
    /** All requests so far. */
    requests,
    /** How many requests have no response yet. */
    pending: network.pending,
    /** Requests of a call so far. */
    requestsTo: (endpoint: Pick<Endpoint, "name">) => requests.filter((one) => one.endpoint === endpoint.name),
    /** Applies this fault to all further requests; null removes it. Pending requests get no response. */
    setFault: (next: Fault | null) => void (fault = next),
    /** Moves the server's clock ahead: it responds, but has no newer messages of any station. */
    setSilence: (ms: number) => void (silentMs = ms),
  };
}
export type FakeServer = ReturnType<typeof startFakeServer>;

function problemResponse(status: number, detail: Detail, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify({ title: `Status ${status}`, status, detail }), {
    status,
    headers: { ...headers, "content-type": "application/problem+json" },
  });
}

/** The body of a response that is a CSV file. */
export async function* csvBody(text: string) {
  yield new TextEncoder().encode(text);
}

async function toResponse<E extends Endpoint>(endpoint: E, answer: Answer<E>): Promise<Response> {
  const file = csvFile.safeParse(answer.body);
  if (file.success) {
    const parts: BlobPart[] = [];
    for await (const part of file.data) parts.push(new Uint8Array(part));
    return new Response(new Blob(parts), { status: answer.status, headers: { "content-type": "text/csv" } });
  }
  const body = writeAnswer(endpoint, answer);
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers ?? {})) headers.set(name, String(value));
  if (body === null) return new Response(null, { status: answer.status, headers });
  if (body instanceof Uint8Array) {
    headers.set("content-type", "image/jpeg");
    return new Response(new Uint8Array(body), { status: answer.status, headers });
  }
  headers.set("content-type", "application/json; charset=utf-8");
  return new Response(
    typeof body.text === "string" ? body.text : new Blob(body.text.map((piece) => new Uint8Array(piece))),
    {
      status: answer.status,
      headers,
    },
  );
}

function patternOf({ path }: Endpoint): RegExp {
  return new RegExp(`^${path.replaceAll(/:(\w+)/g, "(?<$1>[^/]+)")}$`);
}

/** Parses a request, passes it to its handler, and records it in `requests`. */
function makeRoute<E extends Endpoint>(endpoint: E, respond: Respond<E>, requests: ReceivedRequest[]): Route {
  const pattern = patternOf(endpoint);
  return {
    endpoint,
    pattern,
    async respond(request, url) {
      const text = await request.text();
      const isRaw = endpoint.body === rawBody;
      const body: unknown = isRaw ? csvBody(text) : text === "" ? undefined : JSON.parse(text);
      const { method, headers } = request;
      const groups = Object.entries(pattern.exec(url.pathname)?.groups ?? {});
      const params = Object.fromEntries(groups.map(([name, value]) => [name, decodeURIComponent(value)]));
      const received = { endpoint: endpoint.name, method, path: url.pathname, headers, body };
      requests.push(received);
      const query = Object.fromEntries(url.searchParams);
      const read = readInput(endpoint, { params, query, headers: Object.fromEntries(headers), body });
      if (!read.ok) return problemResponse(422, read.problems);
      try {
        return await toResponse(endpoint, await respond(read.input, received));
      } catch (error) {
        if (error instanceof Rejection) return problemResponse(error.status, error.detail, error.headers);
        throw error;
      }
    },
  };
}

/** Replaces the page's `fetch` for this test. A request can be aborted. */
function stubFetch(receive: (request: Request, signal: AbortSignal) => Promise<Response>) {
  let pending = 0;
  vi.stubGlobal("fetch", async (address: string, init?: RequestInit) => {
    const signal = init?.signal ?? new AbortController().signal;
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () =>
        reject(signal.reason instanceof Error ? signal.reason : new Error("The request was aborted.")),
      );
    });
    pending += 1;
    try {
      return await Promise.race([
        receive(new Request(new URL(address, location.origin), { ...init, signal: null }), signal),
        aborted,
      ]);
    } finally {
      pending -= 1;
    }
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return { pending: () => pending };
}
