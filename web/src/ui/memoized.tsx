import { memo, type ReactNode } from "react";

type MemoizedProps = { deps: readonly unknown[]; render: () => ReactNode };

/** Renders again only when one of `deps` has changed. */
export const Memoized = memo(
  ({ render }: MemoizedProps) => render(),
  (before, after) => before.deps.every((one, index) => one === after.deps[index]),
);
