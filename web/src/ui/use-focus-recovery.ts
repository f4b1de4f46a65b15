import { useEffect } from "react";
import { focusNear, focusOriginOf, isInClosedDialog, type FocusOrigin } from "./focus-near.ts";

/**
 * Moves the focus to a nearby element when the focused one is removed from the page, such as a button that disappears when
 * pressed. A dialog that closes returns the focus itself.
 */
export function useFocusRecovery(): void {
  useEffect(() => {
    let origin: FocusOrigin | null = null;

    function handleFocus({ target }: FocusEvent): void {
      origin = target instanceof Element ? focusOriginOf(target) : null;
    }
    function handleBlur({ target, relatedTarget }: FocusEvent): void {
      if (relatedTarget !== null) return;
      // A press outside all controls. An element that is being removed is still in the page here.
      queueMicrotask(() => {
        if (target instanceof Element && target.isConnected && document.activeElement === document.body) origin = null;
      });
    }
    function handleRemoval(): void {
      if (origin === null || document.activeElement !== document.body) return;
      const [element] = origin.path;
      if (element === undefined || element.isConnected || isInClosedDialog(origin)) return;
      const left = origin;
      // The new content may take the focus itself.
      setTimeout(() => {
        if (document.activeElement === document.body) focusNear(left);
      });
      origin = null;
    }

    const observer = new MutationObserver(handleRemoval);
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener("focusin", handleFocus);
    document.addEventListener("focusout", handleBlur);
    return () => {
      observer.disconnect();
      document.removeEventListener("focusin", handleFocus);
      document.removeEventListener("focusout", handleBlur);
    };
  }, []);
}
