import { useEffect } from "react";
import { focusNear, focusOriginOf, isInClosedDialog, type FocusOrigin } from "./focus-near.ts";

/**
 * Moves the focus nearby when what has it is removed from the page, such as a button that is gone once it was pressed. A dialog
 * that closes gives the focus back by itself.
 */
export function useFocusRecovery(): void {
  useEffect(() => {
    let place: FocusOrigin | null = null;

    function handleFocus({ target }: FocusEvent): void {
      place = target instanceof Element ? focusOriginOf(target) : null;
    }
    function handleBlur({ target, relatedTarget }: FocusEvent): void {
      if (relatedTarget !== null) return;
      // Someone pressed beside all controls. An element that is being removed is still in the page here.
      queueMicrotask(() => {
        if (target instanceof Element && target.isConnected && document.activeElement === document.body) place = null;
      });
    }
    function handleRemoval(): void {
      if (place === null || document.activeElement !== document.body) return;
      const [element] = place.path;
      if (element === undefined || element.isConnected || isInClosedDialog(place)) return;
      const left = place;
      // What is rendered instead may take the focus by itself.
      setTimeout(() => {
        if (document.activeElement === document.body) focusNear(left);
      });
      place = null;
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
