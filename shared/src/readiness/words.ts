import { z } from "zod";

/** The meaning of a word of `system`: the station rests, works, starts, or has stopped. */
export type WordKind = "rest" | "busy" | "starting" | "stopped";

const words = z
  .array(
    z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[^\s:]{1,40}$/, "Enter one word of at most 40 characters, without spaces and colons."),
  )
  .max(100, "Enter at most 100 words.");

/** The words of `system` by what they say. A word that is in none of the lists has no effect. */
export const systemWords = z
  .strictObject({ rest: words, busy: words, starting: words, stopped: words })
  .refine((lists) => {
    const all = Object.values(lists).flat();
    return new Set(all).size === all.length;
  }, "Enter each word once.");
export type SystemWords = z.output<typeof systemWords>;

/** The words of every station type, unless they are changed. */
export const USUAL_WORDS: SystemWords = {
  rest: ["IDLE"],
  busy: ["OPENING", "LANDING", "CENTERING", "SWAPPING", "READY", "LAUNCHING", "CLOSING", "HOMING"],
  starting: ["BOOT", "INIT", "STARTING", "UPDATING"],
  stopped: ["ERROR", "FAULT", "ESTOP", "STOPPED", "MANUAL", "SERVICE"],
};

/** The word of a reported `system`: in capitals, up to the first space or colon. Null without one. */
export function systemWord(system: string | null): string | null {
  if (system === null) return null;
  const text = system.trim().toUpperCase();
  const [space, colon] = [text.indexOf(" "), text.indexOf(":")];
  const end = space === -1 || colon === -1 ? Math.max(space, colon) : Math.min(space, colon);
  return (end === -1 ? text : text.slice(0, end)) || null;
}

/** The meaning of each word. */
export function kindsOfWords({ rest, busy, starting, stopped }: SystemWords): ReadonlyMap<string, WordKind> {
  return new Map<string, WordKind>([
    ...rest.map((word) => [word, "rest"] as const),
    ...busy.map((word) => [word, "busy"] as const),
    ...starting.map((word) => [word, "starting"] as const),
    ...stopped.map((word) => [word, "stopped"] as const),
  ]);
}
