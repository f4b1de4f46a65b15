import { isUtf8 } from "node:buffer";
import { isExactly, nestingDepth } from "@groundcrew/shared/lib";
import { MESSAGE_LIMITS } from "@groundcrew/shared/link";
import type { z } from "zod";

/** What was wrong with a message. */
type Fault = "too_large" | "not_text" | "too_deep" | "not_json" | "not_valid";

/** A message that was read, also as it was `sent`, or what was wrong with it, with a sentence; `sent` is then what JSON there was. */
export type ReadResult<Message> = { ok: true; message: Message; sent: unknown } | Unread;

const LONG_BYTES = 16 * 1024;

type Unread = { ok: false; fault: Fault; detail: string; sent?: unknown };

/**
 * Reads the bytes of a message by its schema. Never throws, whatever the bytes are. Deep JSON can be parsed but crashes whoever
 * writes it out again, so it is refused. Numbers are finite and fields that the schema does not know are gone.
 */
export function readMessage<S extends z.ZodType>(schema: S, payload: Uint8Array): ReadResult<z.output<S>> {
  const { bytes, depth } = MESSAGE_LIMITS;
  if (payload.length > bytes) return fault("too_large", `It has ${payload.length} bytes; ${bytes} is the most.`);
  if (!isUtf8(payload)) return fault("not_text", "It is not UTF-8.");
  const text = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength).toString("utf8");
  // PostgreSQL cannot hold this character in text, and nothing a station says needs it.
  if (text.includes("\\u0000")) return fault("not_text", "It holds the character U+0000.");
  // What is exactly as the schema has it is no deeper than it; but long messages of brackets alone take long to parse.
  const isLong = payload.byteLength > LONG_BYTES;
  if (isLong && nestingDepth(payload, depth) > depth) return fault("too_deep", `It has more than ${depth} levels.`);
  const sent = parseJson(text);
  if (isExactly(schema, sent)) return { ok: true, message: sent, sent };
  if (!isLong && nestingDepth(payload, depth) > depth) return fault("too_deep", `It has more than ${depth} levels.`);
  if (sent === undefined) return fault("not_json", "It is not JSON.");
  const parsed = schema.safeParse(sent);
  if (parsed.success) return { ok: true, message: parsed.data, sent };
  const [issue] = parsed.error.issues;
  const field = issue?.path.join(".") || "message";
  return { ...fault("not_valid", `${field}: ${issue?.message ?? ""}`), sent };
}

function fault(fault: Fault, detail: string): Unread {
  return { ok: false, fault, detail };
}

/** JSON has no `undefined`, so that stands for text that is none. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
