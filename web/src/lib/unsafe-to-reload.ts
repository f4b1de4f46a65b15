import { useEffect } from "react";
import { pageValue } from "../page/index.ts";

const unsafeParts = pageValue(() => 0);

/** Registers a part of the page with something that a reload would lose, such as unsaved input, so that the page does not reload itself. */
export function useUnsafeToReload(isUnsafe: boolean): void {
  useEffect(() => {
    if (!isUnsafe) return;
    unsafeParts.set(unsafeParts.get() + 1);
    return () => unsafeParts.set(unsafeParts.get() - 1);
  }, [isUnsafe]);
}

/** True if a part of the page has something that a reload would lose. */
export function isUnsafeToReload(): boolean {
  return unsafeParts.get() > 0;
}
