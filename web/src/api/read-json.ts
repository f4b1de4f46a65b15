/**
 * The JSON of an answer. A long list that comes an item a line is read while the rest of it is on its way; anything else, and
 * a list whose lines are not its items, once all of it is there.
 */
export async function readJson(response: Response): Promise<unknown> {
  if (!response.body) return response.json();
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  const pieces = readPieces();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return pieces.end(decoder.decode());
    pieces.take(decoder.decode(value, { stream: true }));
  }
}

const BETWEEN = ",\n";

/** Reads a JSON text that arrives in pieces. */
export function readPieces() {
  const items: unknown[] = [];
  let rest = "";
  let isByLine = true;

  /**
   * Reads the lines that are whole by now. What is cut off at a line's end inside an item, or inside anything that is not a
   * list, is not JSON, so that what can be read is whole items.
   */
  function readLines(): void {
    const end = rest.lastIndexOf(BETWEEN);
    if (end < 0) return;
    const read = parseList(`${opening()}${rest.slice(0, end)}]`);
    isByLine = read.length > 0;
    if (!isByLine) return;
    for (const item of read) items.push(item);
    rest = rest.slice(end + BETWEEN.length);
  }

  /** The list's own bracket goes with its first items. */
  function opening(): string {
    return items.length === 0 ? "" : "[";
  }

  return {
    take(piece: string): void {
      rest += piece;
      if (isByLine && piece.includes("\n")) readLines();
    },
    /** Everything, with the last piece. Throws when it is not JSON. */
    end(piece: string): unknown {
      rest += piece;
      const last: unknown = JSON.parse(`${opening()}${rest}`);
      if (items.length === 0 || !Array.isArray(last)) return last;
      if (last.length === 0) throw new SyntaxError("Nothing follows the last comma of the list.");
      for (const item of last) items.push(item);
      return items;
    },
  };
}

/** The items of a list, none when the text is no list. */
function parseList(text: string): unknown[] {
  try {
    const read: unknown = JSON.parse(text);
    return Array.isArray(read) ? read : [];
  } catch {
    // Cut off inside an item: the whole text is read at its end.
    return [];
  }
}
