import { useState } from "react";
import { Button } from "../ui/index.ts";

/** How many are shown at first, and how many more each time. */
const PORTION = 100;

/** The first of many items, and a button that shows more of them, as long as there are some: an organization may have 2,000 sites. */
export function usePortions<Item>(items: readonly Item[]) {
  const [shown, setShown] = useState(PORTION);
  const more = Math.min(items.length - shown, PORTION);
  return {
    portion: items.slice(0, shown),
    showMore: more > 0 && (
      <Button className="mt-2" onClick={() => setShown(shown + PORTION)}>{`Show ${more} More`}</Button>
    ),
  };
}
