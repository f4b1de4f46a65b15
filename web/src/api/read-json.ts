/**
 * Parses a response as JSON. A long list with one item per line is parsed while the rest of it arrives; anything else is parsed
 * at the end.
 */
export async function readJson(response: Response): Promise<unknown> {
  if (!response.body) return response.json();
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  const parser = jsonChunkParser();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return parser.end(decoder.decode());
    parser.take(decoder.decode(value, { stream: true }));
  }
}

const BETWEEN = ",\n";

/** Parses JSON text that arrives in chunks. */
export function jsonChunkParser() {
  const items: unknown[] = [];
  let rest = "";
  let isByLine = true;

  /**
   * Parses the lines that are complete. A line that ends inside an item, or inside a value that is not a list, is not valid JSON,
   * so only complete items are parsed.
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

  /** The opening bracket belongs to the first items. */
  function opening(): string {
    return items.length === 0 ? "" : "[";
  }

  return {
    take(chunk: string): void {
      rest += chunk;
      if (isByLine && chunk.includes("\n")) readLines();
    },
    /** The parsed value, after the last chunk. Throws if the text is not JSON. */
    end(chunk: string): unknown {
      rest += chunk;
      const last: unknown = JSON.parse(`${opening()}${rest}`);
      if (items.length === 0 || !Array.isArray(last)) return last;
      if (last.length === 0) throw new SyntaxError("Nothing follows the last comma of the list.");
      for (const item of last) items.push(item);
      return items;
    },
  };
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
