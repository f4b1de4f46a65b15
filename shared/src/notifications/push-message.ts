/**
 * The content of a push message: a title with the station and the fault, a line below it, and the page that a click on it opens. A message
 * replaces an earlier one with the same `tag`.
 */
export type PushMessage = { title: string; body: string; tag: string; path: string };

/** Push services accept bodies of 4,096 bytes, which include what the encryption adds. */
export const PUSH_MAX_BYTES = 3_000;

const TITLE_MAX = 120;
const BODY_MAX = 400;

/** Writes the text of a push message, cut to at most `PUSH_MAX_BYTES` bytes. */
export function writePushMessage({ title, body, tag, path }: PushMessage): string {
  return JSON.stringify({ title: cut(title, TITLE_MAX), body: cut(body, BODY_MAX), tag, path });
}

/**
 * Reads the text of a push message. Browsers take subscriptions away from a page that shows nothing for a message, so one that is not
 * understood gives a notification without details.
 */
export function readPushMessage(text: string): PushMessage {
  const { title, body, tag, path } = parse(text);
  if (typeof title !== "string" || title === "") return UNKNOWN;
  return {
    title,
    body: typeof body === "string" ? body : "",
    tag: typeof tag === "string" ? tag : "",
    path: typeof path === "string" && isOwnPath(path) ? path : UNKNOWN.path,
  };
}

const UNKNOWN: PushMessage = { title: "New notification", body: "", tag: "", path: "/attention" };

function parse(text: string): Partial<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    // Not JSON.
    return {};
  }
}

/** True if a path leads to a page of the console, and not to another host. Browsers leave out tabs and line breaks, and read `\` as `/`. */
function isOwnPath(path: string): boolean {
  return /^\/(?!\/)[^\s\\\p{Cc}]*$/u.test(path);
}

function cut(text: string, max: number): string {
  const characters = Array.from(text);
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join("")}…`;
}
