import { z } from "zod";

const messageWithKind = z.object({ data: z.object({ kind: z.string().min(1).max(64) }) });
const KIND = /"kind"\s*:\s*"(?<kind>[\w-]{1,64})"/;

/** The event kind in a message that is invalid otherwise or cut off; null if it has none. */
export function eventKind(payload: string): string | null {
  const parsed = messageWithKind.safeParse(parseJson(payload));
  if (parsed.success) return parsed.data.data.kind;
  return KIND.exec(payload)?.groups?.["kind"] ?? null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
