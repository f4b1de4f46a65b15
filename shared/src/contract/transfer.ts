import { z } from "zod";
import { isStorable, UNSTORABLE } from "../lib/index.ts";
import { fieldSentence } from "./field-sentences.ts";
import { ReadyJson, type Answer, type Content, type Endpoint, type Input, type Reply } from "./endpoint.ts";
import type { FieldProblem } from "./problem.ts";

/** A request before validation. */
export type Raw = { params: unknown; query: unknown; headers: unknown; body: unknown };

const PARTS = ["params", "query", "headers", "body"] as const;

/** The schema of a query or body that an endpoint does not declare: it must be empty. */
const EMPTY = z.strictObject({}, "This call takes no body.").optional().nullable();

/** Parses an endpoint's input. The problems include every invalid or unknown field. */
export function readInput<E extends Endpoint>(
  declared: E,
  raw: Raw,
): { ok: true; input: Input<E> } | { ok: false; problems: FieldProblem[] } {
  const input: Record<string, unknown> = {};
  const problems: FieldProblem[] = [];
  for (const part of PARTS) {
    const unstorable = declared.cleansText || part === "headers" ? [] : unstorableTexts(raw[part], part, []);
    problems.push(...unstorable);
    if (unstorable.length > 0) continue;
    const result = schemaOf(declared, part)?.safeParse(raw[part], { error: fieldSentence });
    if (!result) continue;
    if (result.success) input[part] = declared[part] && result.data;
    else problems.push(...result.error.issues.flatMap((issue) => fieldProblems(issue, part)));
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, input: input as Input<E> };
}

/**
 * The texts of an input that PostgreSQL cannot store or compare with, wherever they are: no schema has to think of them. Streams have
 * no texts.
 */
function unstorableTexts(value: unknown, part: string, path: readonly string[]): FieldProblem[] {
  if (typeof value === "string") {
    return isStorable(value) ? [] : [{ field: path.join(".") || part, message: UNSTORABLE }];
  }
  if (typeof value !== "object" || value === null || Symbol.asyncIterator in value) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    isStorable(name)
      ? unstorableTexts(inner, part, [...path, name])
      : [{ field: path.join(".") || part, message: UNSTORABLE }],
  );
}

function schemaOf(declared: Endpoint, part: (typeof PARTS)[number]): z.ZodType | undefined {
  return declared[part] ?? (part === "query" || part === "body" ? EMPTY : undefined);
}

/** A reply reduced to the fields that the endpoint declares; bytes stay unchanged. Throws if the endpoint does not declare its status. */
export function writeAnswer<E extends Endpoint>(declared: E, answer: Answer<E>): ReadyJson | Uint8Array | null {
  const schema = declared.replies[answer.status];
  if (!schema) throw new Error(`${declared.name} has no reply with status ${answer.status}`);
  const { body } = answer as { body: unknown };
  if (body instanceof ReadyJson) return body;
  const declaredPart = schema.parse(body);
  if (declaredPart === null || declaredPart instanceof Uint8Array) return declaredPart;
  return new ReadyJson(JSON.stringify(declaredPart));
}

/** A stored reply. Throws if the endpoint no longer declares its status. */
export function readAnswer<E extends Endpoint>(declared: E, stored: { status: number; body: unknown }): Answer<E> {
  if (!(stored.status in declared.replies))
    throw new Error(`${declared.name} has no reply with status ${stored.status}`);
  return stored as Answer<E>;
}

/** A reply as a client parses it. `undeclared`: the endpoint has no reply with that status. `invalid`: the body does not match its schema. */
export type ReadReply<E extends Endpoint> =
  | { kind: "reply"; reply: Reply<E> }
  | { kind: "undeclared" }
  | { kind: "invalid"; cause: z.ZodError };

/** Parses a reply received by a client. A long reply is not parsed, see `isLongReply`. */
export function readReply<E extends Endpoint>(
  declared: E,
  received: { status: number; body: unknown; headers: Reply<E>["headers"] },
): ReadReply<E> {
  const schema = declared.replies[received.status];
  if (!schema) return { kind: "undeclared" };
  if (declared.isLongReply) return { kind: "reply", reply: received as Reply<E> };
  const parsed = schema.safeParse(received.body);
  if (!parsed.success) return { kind: "invalid", cause: parsed.error };
  return { kind: "reply", reply: { ...received, body: parsed.data } as Reply<E> };
}

/** The content of a reply; undefined if it says that nothing has changed. */
export function contentOf<E extends Endpoint>(reply: Reply<E>): { content: Content<E> } | undefined {
  return reply.status === 304 ? undefined : { content: reply.body as Content<E> };
}

function fieldProblems(issue: z.core.$ZodIssue, part: string): FieldProblem[] {
  const at = issue.path.map(String).join(".");
  if (issue.code !== "unrecognized_keys") return [{ field: at === "" ? part : at, message: issue.message }];
  return issue.keys.map((key) => ({ field: at === "" ? key : `${at}.${key}`, message: "This field is unknown." }));
}
