/**
 * Explains why text is not JSON, with the place and the last name before it: `NaN at character 92, after "internal_temperature", is not
 * JSON.` Characters are UTF-16 units, counted from 1. Null for JSON.
 */
export function jsonFault(text: string): string | null {
  if (text.startsWith("\uFEFF")) return "It begins with a byte order mark (U+FEFF), which is not JSON.";
  /** The characters that close the open objects and arrays. */
  const closing: string[] = [];
  let expected: Expected = "value";
  let name = "";
  for (let at = endOf(SPACE, text, 0); at < text.length; at = endOf(SPACE, text, at)) {
    const token = tokenAt(text, at);
    const step = token && STEPS[expected][token.kind];
    if (!token || !step) return faultAt(text, at, name);
    if (step === "colon") name = text.slice(at, token.end);
    if (step === "open") closing.push(token.kind === "{" ? "}" : "]");
    if (step === "close" && closing.pop() !== token.kind) return faultAt(text, at, name);
    expected = afterStep(step, token.kind, closing.at(-1));
    at = token.end;
  }
  return expected === "nothing" ? null : "It ends too early to be JSON.";
}

/** The tokens that may come next. */
type Expected = "value" | "value or ]" | "name" | "name or }" | "colon" | "separator" | "nothing";
type Kind = "{" | "}" | "[" | "]" | "," | ":" | "string" | "scalar";
/** The effect of a token: it begins or ends an object or array, or completes a value; otherwise the token that has to follow. */
type Step = "open" | "close" | "complete" | "next" | "colon" | "value";

const VALUE = { string: "complete", scalar: "complete", "{": "open", "[": "open" } as const;
const STEPS: Record<Expected, Partial<Record<Kind, Step>>> = {
  value: VALUE,
  "value or ]": { ...VALUE, "]": "close" },
  name: { string: "colon" },
  "name or }": { string: "colon", "}": "close" },
  colon: { ":": "value" },
  separator: { ",": "next", "}": "close", "]": "close" },
  nothing: {},
};

function afterStep(step: Step, kind: Kind, closing: string | undefined): Expected {
  switch (step) {
    case "open":
      return kind === "{" ? "name or }" : "value or ]";
    case "close":
    case "complete":
      return closing === undefined ? "nothing" : "separator";
    case "next":
      return closing === "}" ? "name" : "value";
    case "colon":
    case "value":
      return step;
  }
}

const SPACE = /[ \t\n\r]*/y;
/** Every repetition has only one way to match, so that long text takes linear time. */
const STRING = /"(?:[^"\\\p{Cc}]|[\u007F-\u009F]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"/uy;
const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[Ee][-+]?\d+)?|true|false|null)(?![\p{L}\p{N}_.+-])/uy;
/** A number or word that JSON does not have, or a single character. */
const WORD = /[-+]?[\p{L}\p{N}_.]{1,40}|./suy;

const SIGNS = ["{", "}", "[", "]", ",", ":"] as const;

function tokenAt(text: string, at: number): { kind: Kind; end: number } | null {
  const sign = text[at] ?? "";
  const own = SIGNS.find((one) => one === sign);
  if (own) return { kind: own, end: at + 1 };
  const kind = sign === '"' ? "string" : "scalar";
  const end = endOf(kind === "string" ? STRING : SCALAR, text, at);
  return end === at ? null : { kind, end };
}

/** The end of the match that begins at a place; the place itself if nothing matches. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return at + (pattern.exec(text)?.[0].length ?? 0);
}

const MAX_NAME = 60;

function faultAt(text: string, at: number, name: string): string {
  const word = text.slice(at, endOf(WORD, text, at));
  const shown = /^[\p{Cc}\p{Cf}\s]$/u.test(word) ? `U+${codeOf(word)}` : word;
  const what = word === '"' ? "A text that does not end or has a control character" : shown;
  const after = name === "" || name.length > MAX_NAME ? "" : `, after ${name},`;
  return `${what} at character ${at + 1}${after} is not JSON.`;
}

function codeOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
}
