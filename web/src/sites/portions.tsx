import { wholeNumber } from "@groundcrew/shared/lib";
import { PLACES_LISTED_MAX } from "@groundcrew/shared/sites";
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

/** Says that a list of all organizations is cut; nothing if it is not. */
export function ListLimit({ listed = 0, hint = "" }: { listed: number | undefined; hint?: string }) {
  if (listed < PLACES_LISTED_MAX) return null;
  return <p className="caption warn mt-2">{`Only the first ${wholeNumber(listed)} are listed. ${hint}`}</p>;
}
