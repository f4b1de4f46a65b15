/** The keys that lead on and back: along a row or down a list. */
const KEYS = {
  row: { on: "ArrowRight", back: "ArrowLeft" },
  list: { on: "ArrowDown", back: "ArrowUp" },
} as const;

type Among = { at: number; count: number; along: keyof typeof KEYS };

/** The place that a key leads to from another, around both ends; for other keys one that nothing has. */
export function indexAfterKey(key: string, { at, count, along }: Among): number {
  switch (key) {
    case KEYS[along].on:
      return (at + 1) % count;
    case KEYS[along].back:
      return (at - 1 + count) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return count;
  }
}
