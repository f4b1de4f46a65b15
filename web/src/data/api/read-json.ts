import { turns } from "../../lib/index.ts";

/**
 * Parses a response as JSON. A long list with one item per line is parsed while the rest of it arrives, in short tasks, so that the page can
 * respond meanwhile; anything else is parsed at the end. `onChunk` is called whenever data arrives.
 */
export async function readJson(response: Response, onChunk: () => void = () => {}): Promise<unknown> {
  if (!response.body) return response.json();
  const reader = response.body.getReader();
  const parser = jsonChunkParser();
  const nextTurn = turns();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return parser.end();
    onChunk();
    parser.take(value);
    await nextTurn();
  }
}

const byte = (character: string) => character.charCodeAt(0);
const LINE_END = byte("\n");
const COMMA = byte(",");
const OPENING = Uint8Array.of(byte("["));
const CLOSING = byte("]");

/** Parses JSON that arrives in chunks of bytes. */
export function jsonChunkParser() {
  const items: unknown[] = [];
  let rest: Uint8Array[] = [];
  let isByLine = true;

  /**
   * Parses the lines that are complete, the last of which ends in a comma. A line that ends inside an item, or inside a value that is
   * not a list, is not valid JSON, so only complete items are parsed.
   */
  function readLines(lines: Uint8Array): void {
    const list = joined([...opening(), ...rest, lines]);
    isByLine = list.at(-1) === COMMA;
    if (!isByLine) return;
    list[list.length - 1] = CLOSING;
    const read = parseList(decoded(list));
    isByLine = read.length > 0;
    for (const item of read) items.push(item);
  }

  /** The opening bracket belongs to the first items. */
  function opening(): Uint8Array[] {
    return items.length === 0 ? [] : [OPENING];
  }

  return {
    take(chunk: Uint8Array): void {
      const end = chunk.lastIndexOf(LINE_END);
      const hasLines = isByLine && end >= 0;
      if (hasLines) readLines(chunk.subarray(0, end));
      if (hasLines && isByLine) rest = [chunk.subarray(end + 1)];
      else rest.push(chunk);
    },
    /** The parsed value, after the last chunk. Throws if the text is not JSON. */
    end(): unknown {
      const last: unknown = JSON.parse(decoded(joined([...opening(), ...rest])));
      if (items.length === 0 || !Array.isArray(last)) return last;
      if (last.length === 0) throw new SyntaxError("Nothing follows the last comma of the list.");
      for (const item of last) items.push(item);
      return items;
    },
  };
}

function decoded(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let position = 0;
  for (const piece of pieces) {
    bytes.set(piece, position);
    position += piece.length;
  }
  return bytes;
}

/** The items of a list; empty if the text is not a list. */
function parseList(text: string): unknown[] {
  try {
    const read: unknown = JSON.parse(text);
    return Array.isArray(read) ? read : [];
  } catch {
    // Cut off inside an item: the whole text is parsed at its end.
    return [];
  }
}
