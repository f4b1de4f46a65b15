import { isUtf8 } from "node:buffer";
import { nestingDepth } from "@groundcrew/shared/lib";
import { MESSAGE_LIMITS } from "@groundcrew/shared/link";
import type { z } from "zod";

/** What was wrong with a message. */
type Fault = "too_large" | "not_text" | "too_deep" | "not_json" | "not_valid";

/** A message that was read, also as it was `sent`, or what was wrong with it, with a few words more for the log. */
export type ReadResult<Message> =
  | { ok: true; message: Message; sent: unknown }
  | { ok: false; fault: Fault; detail: string };

/**
 * Reads the bytes of a message by its schema. Never throws, whatever the bytes are. Size and depth are looked at before
 * the JSON is, since deep JSON can be parsed but crashes whoever writes it out again. Numbers are finite and fields that
 * the schema does not know are gone.
 */
export function readMessage<S extends z.ZodType>(schema: S, payload: Uint8Array): ReadResult<z.output<S>> {
  const { bytes, depth } = MESSAGE_LIMITS;
  if (payload.length > bytes) return fault("too_large", `${payload.length} bytes`);
  if (!isUtf8(payload)) return fault("not_text", "not UTF-8");
  const text = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength).toString("utf8");
  // PostgreSQL cannot hold this character in text, and nothing a station says needs it.
  if (text.includes("\\u0000")) return fault("not_text", "a NUL character");
  if (nestingDepth(payload, depth) > depth) return fault("too_deep", `more than ${depth} levels`);
  const sent = parseJson(text);
  if (sent === undefined) return fault("not_json", "not JSON");
  const parsed = schema.safeParse(sent);
  if (parsed.success) return { ok: true, message: parsed.data, sent };
  const [issue] = parsed.error.issues;
  return fault("not_valid", `${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}`);
}

function fault(fault: Fault, detail: string): { ok: false; fault: Fault; detail: string } {
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
