import { z } from "zod";
import { RECENT_KEY } from "./forget-recent.ts";

const KEPT = 8;

const recentItem = z.object({
  kind: z.enum(["station", "page", "entry", "group", "alert", "rule"]),
  href: z.string(),
  label: z.string(),
  about: z.string(),
});
/** Something that was opened. */
export type RecentItem = z.output<typeof recentItem>;

const stored = z.object({ user: z.string(), items: z.array(recentItem) });

/** Items that a user opened with the palette in this browser, the latest first. */
export function recentItems(user: string): readonly RecentItem[] {
  try {
    const { user: owner, items } = stored.parse(JSON.parse(localStorage.getItem(RECENT_KEY) ?? ""));
    return owner === user ? items : [];
  } catch {
    // Nothing is stored, or not by this code.
    return [];
  }
}

export function rememberItem(user: string, item: RecentItem): void {
  const others = recentItems(user).filter(({ href }) => href !== item.href);
  try {
    localStorage.setItem(RECENT_KEY, JSON.stringify({ user, items: [item, ...others].slice(0, KEPT) }));
  } catch {
    // The storage is full or disabled: the item will not be among the recent ones.
  }
}
