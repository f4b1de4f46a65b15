import { useEffect } from "react";

let unsavedParts = 0;

/** Registers a part of the page whose input is not saved yet. */
export function useUnsavedInput(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    unsavedParts += 1;
    return () => {
      unsavedParts -= 1;
    };
  }, [isUnsaved]);
}

/** Whether the page has input that is not saved yet. */
export function hasUnsavedInput(): boolean {
  return unsavedParts > 0;
}
