import { STATUS_CODES } from "node:http";
import type { ProblemBody } from "@groundcrew/shared/contract";
import type { FastifyError, FastifyInstance, FastifyReply } from "fastify";
import { Problem } from "./problem.ts";

/** Says whether an error means that the database cannot be used right now. */
export type IsAway = (error: unknown) => boolean;

/** Turns whatever is thrown into problem-JSON; the only place that does. */
export function sendProblems(app: FastifyInstance, isDatabaseAway: IsAway): void {
  app.setErrorHandler((error, request, reply) => {
    const told = toProblem(error, isDatabaseAway);
    if (told.status >= 500) request.log.error({ err: error, route: request.routeOptions.url }, "a call failed");
    return sendProblem(reply, told);
  });
}

export function sendProblem(reply: FastifyReply, { status, detail, headers }: Problem): FastifyReply {
  const body: ProblemBody = { title: STATUS_CODES[status] ?? "Error", status, detail };
  return reply.code(status).headers(headers).type("application/problem+json").send(JSON.stringify(body));
}

function toProblem(error: unknown, isDatabaseAway: IsAway): Problem {
  if (error instanceof Problem) return error;
  if (isDatabaseAway(error)) {
    return new Problem(503, "The database does not answer right now. Try again in a moment.", { "retry-after": "5" });
  }
  if (isFastifyError(error) && error.statusCode !== undefined && error.statusCode < 500) {
    return new Problem(error.statusCode, sentences[error.code] ?? "The request could not be read.");
  }
  return new Problem(500, "Something went wrong on the server. It has been logged.");
}

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
