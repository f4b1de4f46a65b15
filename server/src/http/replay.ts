import { createHash } from "node:crypto";
import { IDEMPOTENCY_KEY_LENGTH as MAX_KEY, type Endpoint } from "@groundcrew/shared/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Principal } from "./principal.ts";
import { Problem } from "./problem.ts";

/** A creating call that must not happen twice: who makes which, under which key, and what exactly they ask for. */
export type OnceKey = { principal: string; action: string; key: string; requestHash: Buffer };

/** What a call was answered with. Without a body it held a secret that is shown only once. */
export type StoredAnswer = { requestHash: Uint8Array; status: number; body: string | null };

/** Finds the answer a key was given before. */
export type FindAnswer = (key: OnceKey) => Promise<StoredAnswer | undefined>;

/** Thrown by a change that finds, at its end, that another request with the same key was quicker. Nothing is changed. */
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

/** The key of a creating call that carries one in `Idempotency-Key`. */
export function onceKeyOf(request: FastifyRequest, declared: Endpoint): OnceKey | undefined {
  const key = request.headers["idempotency-key"];
  if (!declared.idempotencyKey || key === undefined) return undefined;
  if (Array.isArray(key) || key === "" || key.length > MAX_KEY) {
    throw new Problem(422, [{ field: "idempotency-key", message: `A key has 1 to ${MAX_KEY} characters.` }]);
  }
  const asked = JSON.stringify([request.params, request.query, request.body]);
  const requestHash = createHash("sha256").update(asked).digest();
  return { principal: idOf(request.principal), action: declared.name, key, requestHash };
}

/** Runs a creating call at most once per key; asked again, it answers what it answered the first time. */
export async function once<A>(
  app: FastifyInstance,
  key: OnceKey | undefined,
  { run, again }: { run: () => Promise<A>; again: (stored: { status: number; body: unknown }) => A },
): Promise<A> {
  if (key === undefined) return run();
  const before = await app.findAnswer(key);
  if (before) return again(readStored(before, key));
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof AlreadyDone)) throw error;
    const quicker = await app.findAnswer(key);
    if (!quicker) throw error;
    return again(readStored(quicker, key));
  }
}

function readStored({ requestHash, status, body }: StoredAnswer, key: OnceKey): { status: number; body: unknown } {
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
  return { status, body: JSON.parse(body) };
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
