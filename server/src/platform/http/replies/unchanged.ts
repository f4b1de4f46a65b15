import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { readInput, type Endpoint, type Input } from "@groundcrew/shared/contract";
import type { FastifyInstance } from "fastify";
import { LRUCache } from "lru-cache";
import { CACHING } from "./etag.ts";
import { knownPrincipal, mayCall, type Identify } from "../access/principal.ts";
import { requestDuration } from "../metrics.ts";
import { Scope } from "../access/scope.ts";

/** A conditional request. `ifNoneMatch` is never empty. */
export type ConditionalCall<E extends Endpoint> = Pick<Input<E>, "params" | "query"> & {
  scope: Scope;
  ifNoneMatch: string;
};

/**
 * Returns the headers of a 304, or null when the client's copy may be outdated or the route has to decide. Times in the query may differ
 * from those in the request.
 */
type Validate<E extends Endpoint> = (call: ConditionalCall<E>) => Record<string, string> | null;

type Validated = {
  declared: Endpoint;
  duration: { observe: (seconds: number) => void };
  /** Validates with the input of one URL. */
  validate: (caller: { scope: Scope; ifNoneMatch: string }) => Record<string, string> | null;
};

declare module "fastify" {
  interface FastifyInstance {
    unchanged: UnchangedAnswers;
  }
}

/** URLs whose input is parsed only once. */
const MAX_URLS = 1_000;
/** A time in a query, as clients of the console write it. */
const TIME = /\d{4}-\d\d-\d\dT\d\d(:|%3A)\d\d(:|%3A)\d\d\.\d{3}Z/;
const ANY_TIME = "2026-01-01T00:00:00.000Z";

type UnchangedAnswers = ReturnType<typeof unchangedAnswers>;

/**
 * Answers conditional requests that can be validated from memory before the framework handles them, since a 304 is what most requests of
 * an open console get. Who may make the call, its scope and its tags are decided as in the route itself, which handles every request that is
 * not clearly unchanged.
 */
export function unchangedAnswers(identify: Identify) {
  const routes: ((url: string) => Validated | undefined)[] = [];
  const byUrl = new LRUCache<string, Validated>({ max: MAX_URLS });
  // The client keeps the other headers of the reply that it has (RFC 9110, section 15.4.5).
  const headers: OutgoingHttpHeaders = { "cache-control": CACHING.control, vary: `Accept-Encoding, ${CACHING.vary}` };

  function find(url: string): Validated | undefined {
    const known = byUrl.get(url);
    if (known) return known;
    for (const matching of routes) {
      const found = matching(url);
      if (found) byUrl.set(url, found);
      if (found) return found;
    }
    return undefined;
  }

  return {
    /** Declares that `validate` can answer conditional requests for an endpoint. */
    add<E extends Endpoint>(declared: E, validate: Validate<E>): void {
      const paramsOf = pathMatcher(declared.path);
      const duration = requestDuration.labels({ route: declared.path, method: "GET", status: "3xx" });
      routes.push((url) => {
        const { path, query } = partsOf(url);
        const params = paramsOf(path);
        const values = params && queryOf(query);
        if (!values) return undefined;
        const parsed = readInput(declared, { params, query: values, headers: {}, body: undefined });
        if (!parsed.ok) return undefined;
        const { input } = parsed;
        return {
          declared,
          duration,
          validate: (caller) => validate({ params: input.params, query: input.query, ...caller }),
        };
      });
    },
    /** Adds a header to every answer. */
    addHeader(name: string, value: string): void {
      headers[name] = value;
    },
    /** Answers a request if possible; otherwise returns false and leaves it alone. */
    answer(request: IncomingMessage, response: ServerResponse): boolean {
      const { method, url, headers: sent } = request;
      const ifNoneMatch = sent["if-none-match"];
      if (method !== "GET" || url === undefined || !ifNoneMatch || sent.host === undefined) return false;
      const startMs = performance.now();
      const principal = knownPrincipal(sent, identify);
      if (!principal || principal.kind === "anonymous") return false;
      const found = find(withAnyTime(url));
      if (!found || mayCall(principal, found.declared) !== "yes") return false;
      const validated = found.validate({ scope: Scope.of(principal), ifNoneMatch });
      if (!validated) return false;
      response.writeHead(304, { ...validated, ...headers }).end();
      found.duration.observe((performance.now() - startMs) / 1_000);
      return true;
    },
  };
}

/** Declares that conditional requests for an endpoint can be answered from memory. */
export function validateFromMemory<E extends Endpoint>(app: FastifyInstance, declared: E, validate: Validate<E>): void {
  app.unchanged.add(declared, validate);
}

/**
 * The same URL for all times, since a poll for changes names another one each time. Which time does not matter for whether anything has
 * changed. An invalid one stays as it is.
 */
function withAnyTime(url: string): string {
  return url.replace(TIME, (time) => (Number.isNaN(Date.parse(time.replaceAll("%3A", ":"))) ? time : ANY_TIME));
}

function partsOf(url: string): { path: string; query: string } {
  const mark = url.indexOf("?");
  return mark === -1 ? { path: url, query: "" } : { path: url.slice(0, mark), query: url.slice(mark + 1) };
}

/** Reads the parameters of a path, as declared; undefined for other paths and for escaped ones. */
function pathMatcher(declared: string): (path: string) => Record<string, string> | undefined {
  const pattern = new RegExp(`^${declared.replaceAll(/:(\w+)/g, "(?<$1>[\\w.~-]+)")}$`);
  return (path) => {
    const match = pattern.exec(path);
    return match ? { ...match.groups } : undefined;
  };
}

/** The values of a query; undefined when a name is repeated. */
function queryOf(text: string): Record<string, string> | undefined {
  const values = [...new URLSearchParams(text)];
  const query = Object.fromEntries(values);
  return Object.keys(query).length === values.length ? query : undefined;
}
