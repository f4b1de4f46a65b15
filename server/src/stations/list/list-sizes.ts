import type { Board } from "../board/board.ts";
import { listKey, type View } from "../board/view.ts";

/** How many stations a view's list has. They are counted once until a station joins or leaves any list: each login asks, and a large fleet takes tens of milliseconds. */
export function listSizes(board: Board): (view: View) => number {
  let counted = { membership: board.membership(), sizes: new Map<string, number>() };
  return (view) => {
    const membership = board.membership();
    if (counted.membership !== membership) counted = { membership, sizes: new Map() };
    const key = listKey({ ...view, admin: false });
    const size = counted.sizes.get(key) ?? board.list(view).length;
    counted.sizes.set(key, size);
    return size;
  };
}
