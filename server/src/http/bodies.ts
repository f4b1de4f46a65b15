import { rawBody } from "@groundcrew/shared/contract";
import { nestingDepth } from "@groundcrew/shared/lib";
import type { FastifyInstance } from "fastify";
import { Problem } from "./problem.ts";

/** Deepest nesting of a body. Deeper JSON parses but can crash whoever writes it out again. */
const MAX_DEPTH = 32;

/** Like JSON itself, none of these can be sent by a foreign page's form. The last two are browsers' own reports. */
const JSON_TYPES = ["application/json", "application/csp-report", "application/reports+json"];

/**
 * Bodies are JSON and nothing else, so that what a foreign form can send is refused, except for endpoints that declare `rawBody`:
 * those get the bytes unread, whatever they are called.
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
