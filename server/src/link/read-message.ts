import { isUtf8 } from "node:buffer";
import { isExactly, nestingDepth } from "@groundcrew/shared/lib";
import { MESSAGE_LIMITS } from "@groundcrew/shared/link";
import type { z } from "zod";

type Reason = "too_large" | "not_text" | "too_deep" | "not_json" | "not_valid";

/** A parsed message, also as it was `sent`, or why it is invalid; `sent` is then the JSON value, if there is one. */
export type ReadResult<Message> = { ok: true; message: Message; sent: unknown } | Invalid;

const LONG_BYTES = 16 * 1024;

type Invalid = { ok: false; reason: Reason; detail: string; sent?: unknown };

/**
 * Parses a message by its schema. Never throws. Deeply nested JSON is rejected, because serializing it again would overflow the stack.
 * Numbers are finite, and unknown fields are removed.
 */
export function readMessage<S extends z.ZodType>(schema: S, payload: Uint8Array): ReadResult<z.output<S>> {
  const { bytes, depth } = MESSAGE_LIMITS;
  if (payload.length > bytes) return invalid("too_large", `It has ${payload.length} bytes; ${bytes} is the most.`);
  if (!isUtf8(payload)) return invalid("not_text", "It is not UTF-8.");
  const text = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength).toString("utf8");
  // PostgreSQL cannot store this character in text, and no message needs it.
  if (text.includes("\\u0000")) return invalid("not_text", "It contains the character U+0000.");
  // A message that matches the schema is not deeper than it, so only long ones are checked before: long nesting is slow to parse.
  const isLong = payload.byteLength > LONG_BYTES;
  if (isLong && nestingDepth(payload, depth) > depth) return invalid("too_deep", `It has more than ${depth} levels.`);
  const sent = parseJson(text);
  if (isExactly(schema, sent)) return { ok: true, message: sent, sent };
  if (!isLong && nestingDepth(payload, depth) > depth) return invalid("too_deep", `It has more than ${depth} levels.`);
  if (sent === undefined) return invalid("not_json", "It is not JSON.");
  const parsed = schema.safeParse(sent);
  if (parsed.success) return { ok: true, message: parsed.data, sent };
  const [issue] = parsed.error.issues;
  const field = issue?.path.join(".") || "message";
  return { ...invalid("not_valid", `${field}: ${issue?.message ?? ""}`), sent };
}

function invalid(reason: Reason, detail: string): Invalid {
  return { ok: false, reason, detail };
}

/** `undefined`, which is not a JSON value, when the text is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
