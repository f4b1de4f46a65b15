import type { IncomingMessage } from "node:http";
import { isDeepStrictEqual } from "node:util";
import type { Endpoint } from "@groundcrew/shared/contract";
import type { FastifyInstance } from "fastify";
import { expect } from "vitest";
import { z } from "zod";

type Reply = Awaited<ReturnType<FastifyInstance["inject"]>>;

/** Asserts that a response matches its schema and has no further fields. The content of a compressed one is not looked at. */
export function expectDeclared(
  { replies }: Pick<Endpoint, "replies">,
  reply: Pick<Reply, "statusCode" | "headers" | "body">,
): void {
  const schema = replies[reply.statusCode];
  expect(schema, `${reply.statusCode} is declared`).toBeDefined();
  if (schema instanceof z.ZodNull) expect(reply.body).toBe("");
  else if (isJson(reply)) {
    const read: unknown = JSON.parse(reply.body);
    const declared = schema?.parse(read);
    // Quicker than to look for what to print.
    if (!isDeepStrictEqual(declared, read)) expect(declared).toEqual(read);
  }
}

function isJson({ headers }: Pick<Reply, "headers">): boolean {
  return String(headers["content-type"]).startsWith("application/json") && headers["content-encoding"] === undefined;
}

/** A check of successful replies of an app, whose routes are added later, against what their calls declare. */
export function declaredReplies(app: FastifyInstance): (reply: Reply) => void {
  const endpoints = new WeakMap<IncomingMessage, Endpoint>();
  app.addHook("onRequest", async ({ raw, routeOptions: { config } }) => {
    if (config.endpoint) endpoints.set(raw, config.endpoint);
  });
  return (reply) => {
    const endpoint = endpoints.get(reply.raw.req);
    if (endpoint && reply.statusCode < 300) expectDeclared(endpoint, reply);
  };
}
