import { z } from "zod";

const messageWithKind = z.object({ data: z.object({ kind: z.string().min(1).max(64) }) });
const KIND = /"kind"\s*:\s*"(?<kind>[\w-]{1,64})"/;

/** The kind that a message names, for all that it makes no sense otherwise, and may be cut off; null when it names none. */
export function eventKind(payload: string): string | null {
  const told = messageWithKind.safeParse(parseJson(payload));
  if (told.success) return told.data.data.kind;
  return KIND.exec(payload)?.groups?.["kind"] ?? null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
