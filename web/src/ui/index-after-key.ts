/** The keys for the next and previous item, in a row or a list. */
const KEYS = {
  row: { on: "ArrowRight", back: "ArrowLeft" },
  list: { on: "ArrowDown", back: "ArrowUp" },
} as const;

type ListPosition = { at: number; count: number; along: keyof typeof KEYS };

/** The index that a key moves to, wrapping around; for other keys an index that no item has. */
export function indexAfterKey(key: string, { at, count, along }: ListPosition): number {
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
