import { rawBody } from "@groundcrew/shared/contract";
import { nestingDepth } from "@groundcrew/shared/lib";
import type { FastifyInstance } from "fastify";
import { Problem } from "./problem.ts";

/** Deepest nesting of a body. Deeper JSON can be parsed, but serializing it again can overflow the stack. */
const MAX_DEPTH = 32;

/** None of these can be sent by a form of another site. The last two are sent by browsers as reports. */
const JSON_TYPES = ["application/json", "application/csp-report", "application/reports+json"];

/**
 * Accepts JSON bodies only, so that forms of other sites are rejected. Endpoints that declare `rawBody` get the body as a stream,
 * whatever its type.
 */
export function acceptBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(JSON_TYPES, { parseAs: "string" }, (request, text, done) => {
    const body = text.toString();
    if (body === "") return done(null, undefined);
    if (nestingDepth(Buffer.from(body), MAX_DEPTH) > MAX_DEPTH) {
      return done(new Problem(422, `The body is nested more than ${MAX_DEPTH} levels deep.`));
    }
    return parse(request, body, done);
  });
  app.addContentTypeParser("*", (request, payload, done) => {
    if (request.routeOptions.config.endpoint?.body === rawBody) return done(null, payload);
    return done(new Problem(415, "Send the body as application/json."));
  });
}
