import { STATUS_CODES } from "node:http";
import type { ProblemBody, Endpoint } from "@groundcrew/shared/contract";
import { MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, FastifyBaseLogger } from "fastify";
import { agentOf } from "./agent.ts";
import { organizationOf, type Principal } from "./access/principal.ts";
import { Problem, type Subject } from "./problem.ts";

/** Whether an error means that the database is unavailable. */
type IsUnavailable = (error: unknown) => boolean;

export type ProblemOptions = {
  isDatabaseUnavailable: IsUnavailable;
  storeRefusal: (refusal: Refusal) => Promise<void>;
};

/** The error handler: turns every error into problem JSON, logs server errors, and records refused changes. */
export function sendProblems(app: FastifyInstance, { isDatabaseUnavailable, storeRefusal }: ProblemOptions): void {
  const outages = logOutages(app.log);
  app.addHook("onClose", async () => outages.stop());

  app.setErrorHandler(async (error, request, reply) => {
    const problem =
      isAborted(request, error) && !isDatabaseUnavailable(error) ? ABORTED : toProblem(error, isDatabaseUnavailable);
    await recordRefusal(request, problem);
    if (isDatabaseUnavailable(error))
      outages.note({ status: problem.status, route: request.routeOptions.url, detail: problem.message });
    else logFailure(request, problem, error === problem ? null : error);
    return sendProblem(reply, problem);
  });

  /** The response is sent even when the refusal cannot be recorded. */
  async function recordRefusal(request: FastifyRequest, problem: Problem): Promise<void> {
    const refusal = refusalOf(request, problem);
    if (!refusal) return;
    try {
      await storeRefusal(refusal);
    } catch (err) {
      request.log.error({ err, action: refusal.action }, "a refusal could not be recorded");
    }
  }
}

/** Logs an expected failure as a sentence, and an unexpected one with its error. */
function logFailure(request: FastifyRequest, problem: Problem, unexpected: unknown): void {
  if (problem.status < 500) return;
  const route = request.routeOptions.url;
  if (unexpected === null) {
    request.log.warn({ status: problem.status, route, detail: problem.message }, "a request failed");
  } else request.log.error({ err: unexpected, route }, "a request failed unexpectedly");
}

export function sendProblem(reply: FastifyReply, { status, detail, headers, partial }: Problem): FastifyReply {
  const body: ProblemBody = { title: STATUS_CODES[status] ?? "Error", status, detail, partial };
  return reply.code(status).headers(headers).type("application/problem+json").send(JSON.stringify(body));
}

function toProblem(error: unknown, isDatabaseUnavailable: IsUnavailable): Problem {
  if (error instanceof Problem) return error;
  if (isDatabaseUnavailable(error)) {
    return new Problem(503, isDiskFull(error) ? DISK_IS_FULL : UNAVAILABLE, { headers: { "retry-after": "5" } });
  }
  if (isFastifyError(error) && error.statusCode !== undefined && error.statusCode < 500) {
    return new Problem(error.statusCode, sentences[error.code] ?? "The request could not be read.");
  }
  return new Problem(500, "Something went wrong on the server. It has been logged.");
}

/** A client that disconnects during its request makes the handler fail; that is no fault of the server. */
function isAborted({ raw }: FastifyRequest, error: unknown): boolean {
  return raw.readableAborted && error instanceof Error && "code" in error && error.code === "ECONNRESET";
}

const ABORTED = new Problem(400, "The request was aborted before it was complete.");

const UNAVAILABLE = "The database is not responding right now. Try again in a moment.";
const DISK_IS_FULL = "The database's disk is full, so nothing can be stored right now. What is stored is safe.";

function isDiskFull(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === DISK_FULL;
}

/** SQLSTATE of PostgreSQL. */
const DISK_FULL = "53100";

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && "code" in error && "statusCode" in error;
}

const sentences: Record<string, string> = {
  FST_ERR_CTP_EMPTY_JSON_BODY: "The body is empty, but its content type is JSON.",
  FST_ERR_CTP_INVALID_JSON_BODY: "The body is not valid JSON.",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "Send the body as application/json.",
  FST_ERR_CTP_BODY_TOO_LARGE: "The body is too large.",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "The length of the body does not match the Content-Length header.",
};

/** A refused request that would have changed something. */
export type Refusal = {
  principal: Principal;
  /** Name of the endpoint. */
  action: string;
  requestId: string;
  ip: string;
  agent: string | null;
  status: number;
  subject: Subject;
};

const REFUSED = new Set([401, 403, 404]);
const SAFE = new Set(["GET", "HEAD"]);
const TARGET_MAX = 300;
/** Parameters that identify the target. Any other may be a secret, such as a code or the token of an upload. */
const TARGET_PARAMETERS = new Set(["station", "camera", "stream", "entry", "org_id", "email", "name"]);

/** The refusal of a failed request; null when the request would change nothing, or failed for another reason. */
function refusalOf(request: FastifyRequest, problem: Problem): Refusal | null {
  const { endpoint } = request.routeOptions.config;
  const isRefusal = REFUSED.has(problem.status) || problem.subject !== undefined;
  if (!endpoint || SAFE.has(endpoint.method) || !isRefusal) return null;
  const { principal, id: requestId, ip } = request;
  // The organization of a target that does not exist or is not visible is unknown.
  const subject = problem.subject ?? { target: targetOf(endpoint, request), orgId: organizationOf(principal) };
  const agent = agentOf(request.headers);
  return { principal, action: endpoint.name, requestId, ip, agent, status: problem.status, subject };
}

/** The target as the request spells it, on one line: `station gc-1, entry 7`. */
function targetOf({ name }: Endpoint, { params, query }: FastifyRequest): string {
  const parameters = [params, query].flatMap((part) =>
    typeof part === "object" && part !== null ? Object.entries(part) : [],
  );
  const named = parameters
    .filter(([key]) => TARGET_PARAMETERS.has(key))
    .map(([key, value]) => `${key} ${JSON.stringify(value)}`);
  return (named.length === 0 ? name : named.join(", ")).slice(0, TARGET_MAX);
}

/** Failures less than this apart belong to one outage. The console sends a request at least once a minute. */
const QUIET_MS = MINUTE_MS + 15 * SECOND_MS;

type Failure = { status: number; route: string | undefined; detail: string };
type Outage = { requests: number; firstAt: number; lastAt: number; timer: NodeJS.Timeout };

/**
 * Logs requests that fail because of an outage: the first one, and their number once none has failed for a while. A line for each would
 * fill the log.
 */
export function logOutages(log: Pick<FastifyBaseLogger, "warn">) {
  const outages = new Map<string, Outage>();

  function end(detail: string): void {
    const outage = outages.get(detail);
    if (!outage) return;
    clearTimeout(outage.timer);
    outages.delete(detail);
    const { requests, firstAt, lastAt } = outage;
    const seconds = Math.round((lastAt - firstAt) / SECOND_MS);
    log.warn({ requests, seconds, detail }, "no further request failed for this reason");
  }

  return {
    note({ status, route, detail }: Failure): void {
      const now = performance.now();
      const outage = outages.get(detail);
      if (outage) {
        outage.requests++;
        outage.lastAt = now;
        outage.timer.refresh();
        return;
      }
      log.warn({ status, route, detail }, "a request failed; further ones that fail for this reason are counted");
      const timer = setTimeout(() => end(detail), QUIET_MS);
      timer.unref();
      outages.set(detail, { requests: 1, firstAt: now, lastAt: now, timer });
    },
    /** Ends every outage, so that its count is logged. */
    stop: () => [...outages.keys()].forEach(end),
  };
}
