import { STATUS_CODES } from "node:http";
import type { ProblemBody } from "@groundcrew/shared/contract";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { logOutages } from "./outages.ts";
import { Problem } from "./problem.ts";
import { refusalOf, type Refusal } from "./refusal.ts";

/** Says whether an error means that the database cannot be used right now. */
type IsAway = (error: unknown) => boolean;

export type ProblemParts = { isDatabaseUnavailable: IsAway; noteRefusal: (refusal: Refusal) => Promise<void> };

/** Turns whatever is thrown into problem-JSON; the only place that does. Who was refused a change is written down. */
export function sendProblems(app: FastifyInstance, { isDatabaseUnavailable, noteRefusal }: ProblemParts): void {
  const outages = logOutages(app.log);
  app.addHook("onClose", async () => outages.stop());

  app.setErrorHandler(async (error, request, reply) => {
    const told =
      isBrokenOff(request, error) && !isDatabaseUnavailable(error)
        ? BROKEN_OFF
        : toProblem(error, isDatabaseUnavailable);
    await writeDown(request, told);
    if (isDatabaseUnavailable(error))
      outages.note({ status: told.status, route: request.routeOptions.url, detail: told.message });
    else logFailure(request, told, error === told ? null : error);
    return sendProblem(reply, told);
  });

  /** Whoever is refused is told so, whether or not it can be written down. */
  async function writeDown(request: FastifyRequest, told: Problem): Promise<void> {
    const refusal = refusalOf(request, told);
    if (!refusal) return;
    try {
      await noteRefusal(refusal);
    } catch (err) {
      request.log.error({ err, action: refusal.action }, "a refusal could not be written down");
    }
  }
}

/** What is known to happen is told in a sentence, anything else with all there is to find it by. */
function logFailure(request: FastifyRequest, told: Problem, unexpected: unknown): void {
  if (told.status < 500) return;
  const route = request.routeOptions.url;
  if (unexpected === null) {
    request.log.warn({ status: told.status, route, detail: told.message }, "a call was not served");
  } else request.log.error({ err: unexpected, route }, "a call failed");
}

export function sendProblem(reply: FastifyReply, { status, detail, headers, partial }: Problem): FastifyReply {
  const body: ProblemBody = { title: STATUS_CODES[status] ?? "Error", status, detail, partial };
  return reply.code(status).headers(headers).type("application/problem+json").send(JSON.stringify(body));
}

function toProblem(error: unknown, isDatabaseUnavailable: IsAway): Problem {
  if (error instanceof Problem) return error;
  if (isDatabaseUnavailable(error)) {
    return new Problem(503, isDiskFull(error) ? FULL : AWAY, { headers: { "retry-after": "5" } });
  }
  if (isFastifyError(error) && error.statusCode !== undefined && error.statusCode < 500) {
    return new Problem(error.statusCode, sentences[error.code] ?? "The request could not be read.");
  }
  return new Problem(500, "Something went wrong on the server. It has been logged.");
}

/** A client that leaves in the middle of its request makes its handler fail; nobody is there to answer, and nothing is wrong. */
function isBrokenOff({ raw }: FastifyRequest, error: unknown): boolean {
  return raw.readableAborted && error instanceof Error && "code" in error && error.code === "ECONNRESET";
}

const BROKEN_OFF = new Problem(400, "The request broke off before all of it had arrived.");

const AWAY = "The database does not answer right now. Try again in a moment.";
const FULL = "The database's disk is full, so nothing can be stored right now. What is stored is safe.";

function isDiskFull(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === DISK_FULL;
}

/** As PostgreSQL says it (SQLSTATE). */
const DISK_FULL = "53100";

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && "code" in error && "statusCode" in error;
}

const sentences: Record<string, string> = {
  FST_ERR_CTP_EMPTY_JSON_BODY: "The body is empty, but JSON was announced.",
  FST_ERR_CTP_INVALID_JSON_BODY: "The body is not valid JSON.",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "Send the body as application/json.",
  FST_ERR_CTP_BODY_TOO_LARGE: "The body is too large.",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "The body is not as long as announced.",
};
