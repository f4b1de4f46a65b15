import type { Endpoint } from "@groundcrew/shared/contract";
import * as fc from "fast-check";
import type { TestRequest } from "../access/request.ts";
import type { Answer } from "./world.ts";

/** A step of a sequence. Its numbers choose from what exists when it is made. */
export const step = fc.record({
  does: fc.constantFrom(
    ...([
      "createStation",
      "createStation",
      "editStation",
      "moveStation",
      "retireStation",
      "saveSsot",
      "saveSsot",
    ] as const),
    ...(["writeEntry", "writeEntry", "reply", "changeStatus", "publish", "unpublish"] as const),
    ...(["logError", "logError", "resolveError", "attachError", "startMaintenance", "endMaintenance"] as const),
    ...(["createKey", "revokeKey", "permit", "deletePerson", "invite", "createOrganization"] as const),
  ),
  /** Mostly an admin, who alone may do most of it. */
  who: fc.oneof({ weight: 2, arbitrary: fc.constant(6) }, { weight: 1, arbitrary: fc.nat(7) }),
  viewer: fc.nat(7),
  one: fc.nat(20),
  other: fc.nat(20),
  based: fc.constantFrom("current" as const, "current" as const, "stale" as const, "missing" as const),
});
export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** A call, the status that the model predicts, and what it changes in the model when it succeeds. */
export type Planned = {
  endpoint: Endpoint;
  request: TestRequest;
  status: number;
  apply: (answer: Answer) => void;
};

export function pick<T>(all: readonly T[], nth: number): T | undefined {
  return all[nth % Math.max(1, all.length)];
}

export function idIn(body: unknown): number {
  if (typeof body === "object" && body !== null && "id" in body) return Number(body.id);
  throw new Error("The answer has no id.");
}

export function textIn(body: unknown, field: string): string {
  const found =
    typeof body === "object" && body !== null ? Object.entries(body).find(([name]) => name === field) : null;
  return String(found?.[1]);
}
