const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Nesting depth of the arrays and objects in JSON text (UTF-8), computed without parsing it. Brackets inside strings do not count. Counting
 * stops at `limit + 1`, since deeper text is rejected anyway.
 */
export function nestingDepth(json: Uint8Array, limit: number): number {
  let depth = 0;
  let deepest = 0;
  // The loop runs for every byte of every message, so it calls no functions.
  const { length } = json;
  for (let at = 0; at < length; at++) {
    const byte = json[at];
    if (byte === QUOTE) {
      at++;
      while (at < length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
    } else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      depth++;
      if (depth > deepest) deepest = depth;
      if (depth > limit) break;
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth--;
  }
  return deepest;
}
