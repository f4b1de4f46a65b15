import { createHash } from "node:crypto";
import { IDEMPOTENCY_KEY_LENGTH as MAX_KEY, type AnswerHeaders, type Endpoint } from "@groundcrew/shared/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Principal } from "./access/principal.ts";
import { Problem } from "./problem.ts";

/** Identifies a creating call that must not run twice: principal, endpoint, idempotency key and a hash of the request. */
export type IdempotencyKey = { principal: string; action: string; key: string; requestHash: Buffer };

/** Says that a request has changed nothing. */
export const UNCHANGED = { "x-changed": "no" } as const;

/** The answer to an earlier call, with the id of its request. The body is null when it had a secret that is shown only once. */
export type StoredAnswer = {
  requestHash: Uint8Array;
  status: number;
  body: string | null;
  requestId: string | null;
  hasChanged: boolean;
};

/** A stored answer as it is given again. */
type Replayed = { status: number; body: unknown; headers: AnswerHeaders };

/** Finds the answer that was stored under a key. */
export type FindAnswer = (key: IdempotencyKey) => Promise<StoredAnswer | undefined>;

/** Thrown by a change when another request with the same key has been committed first. Nothing is changed. */
export class AlreadyDone extends Error {
  override name = "AlreadyDone";
}

declare module "fastify" {
  interface FastifyInstance {
    findAnswer: FindAnswer;
  }
}

export function rememberAnswers(app: FastifyInstance, findAnswer: FindAnswer): void {
  app.decorate("findAnswer", findAnswer);
}

/** The key of a creating call; undefined without an `Idempotency-Key` header. Throws 422 for an invalid one. */
export function idempotencyKeyOf(request: FastifyRequest, declared: Endpoint): IdempotencyKey | undefined {
  const key = request.headers["idempotency-key"];
  if (!declared.idempotencyKey || key === undefined) return undefined;
  if (Array.isArray(key) || key === "" || key.length > MAX_KEY) {
    throw new Problem(422, [{ field: "idempotency-key", message: `A key has 1 to ${MAX_KEY} characters.` }]);
  }
  const input = JSON.stringify([request.params, request.query, request.body]);
  const requestHash = createHash("sha256").update(input).digest();
  return { principal: idOf(request.principal), action: declared.name, key, requestHash };
}

/** Runs a creating call at most once per key; a repeated call gets the first answer. */
export async function once<A>(
  app: FastifyInstance,
  key: IdempotencyKey | undefined,
  { run, replay }: { run: () => Promise<A>; replay: (stored: Replayed) => A },
): Promise<A> {
  if (key === undefined) return run();
  const earlier = await app.findAnswer(key);
  if (earlier) return replay(readStored(earlier, key));
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof AlreadyDone)) throw error;
    const first = await app.findAnswer(key);
    if (!first) throw error;
    return replay(readStored(first, key));
  }
}

function readStored(stored: StoredAnswer, key: IdempotencyKey): Replayed {
  const { requestHash, status, body, requestId, hasChanged } = stored;
  if (!key.requestHash.equals(requestHash)) {
    throw new Problem(
      422,
      "An earlier attempt was saved after all, with different content. Check it, and submit again if you want this as well.",
    );
  }
  if (body === null) {
    throw new Problem(
      409,
      "An earlier attempt was saved, but what it returned is shown only once and cannot be shown again. Delete it and try again.",
    );
  }
  const headers = { ...(requestId !== null && { "x-request-id": requestId }), ...(!hasChanged && UNCHANGED) };
  return { status, body: JSON.parse(body), headers };
}

function idOf(principal: Principal): string {
  switch (principal.kind) {
    case "anonymous":
      return "anonymous";
    case "user":
    case "api_key":
      return `${principal.kind}:${principal.id}`;
    case "station":
      return `station:${principal.name}`;
  }
}
