/** A line that is rendered: its identity, and whether its elements may go to another line of the same kind. */
export type KeyedLine = { key: string; kind: string; isRecyclable: boolean };

type Assigned = KeyedLine & { reactKey: string };

/**
 * Gives each line a key for React, in the order of the lines. A line keeps its key. A new line gets the key of a line that has gone,
 * so that its elements are updated instead of created, but only where no element has to be moved for it: moving an element takes the
 * focus from it. If React discards a render, fewer elements are reused, and nothing else changes.
 */
export function recycledKeys() {
  let before: readonly Assigned[] = [];
  let created = 0;

  return function assign(lines: readonly KeyedLine[]): string[] {
    const positions = new Map(before.map(({ key }, position) => [key, position]));
    const kept = new Set(lines.map(({ key }) => key));
    const keptPositions = lines.map(({ key }) => positions.get(key));
    const limits = limitsOf(keptPositions, before.length);
    let next = 0;

    /** The first line that has gone, from the position `next` to before the next line that stays. */
    function goneLine({ kind, isRecyclable }: KeyedLine, limit: number): Assigned | undefined {
      if (!isRecyclable) return undefined;
      for (let position = next; position < limit; position += 1) {
        const gone = before[position];
        if (gone === undefined || gone.kind !== kind || !gone.isRecyclable || kept.has(gone.key)) continue;
        next = position + 1;
        return gone;
      }
      return undefined;
    }

    before = lines.map((line, index) => {
      const position = keptPositions[index];
      if (position !== undefined) next = Math.max(next, position + 1);
      const from = position === undefined ? goneLine(line, limits[index] ?? 0) : before[position];
      return { ...line, reactKey: from?.reactKey ?? String((created += 1)) };
    });
    return before.map(({ reactKey }) => reactKey);
  };
}

/** For each line, the former position of the next line that stays; `end` if none follows. */
function limitsOf(keptPositions: readonly (number | undefined)[], end: number): number[] {
  let limit = end;
  return keptPositions
    .toReversed()
    .map((position) => (limit = position ?? limit))
    .toReversed();
}
