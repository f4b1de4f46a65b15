import { useEffect, useEffectEvent } from "react";

/** Whether there are rows after the loaded ones, and how to load them. */
export type MoreRows = {
  hasMore: boolean;
  isLoading: boolean;
  /** Why no more are displayed: loading failed, or the list is at its limit and has no more to load. */
  failure: string | null;
  load: () => void;
};

/** All rows are loaded. */
export const NO_MORE: MoreRows = { hasMore: false, isLoading: false, failure: null, load: () => {} };

/** The next page is loaded when this many rows are left below the window. */
const ROWS_AHEAD = 20;

/** Loads the next page of a list when few rows are left below the window. */
export function useLoadAhead({ hasMore, isLoading, failure, load }: MoreRows, rowsLeft: number): void {
  const isDue = hasMore && !isLoading && failure === null && rowsLeft <= ROWS_AHEAD;
  const loadNow = useEffectEvent(load);
  useEffect(() => {
    if (isDue) loadNow();
  }, [isDue]);
}
