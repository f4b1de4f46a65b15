import { useEffect } from "react";

let unsavedForms = 0;

/** Registers a form whose input is not saved yet. */
export function useUnsavedInput(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    unsavedForms += 1;
    return () => {
      unsavedForms -= 1;
    };
  }, [isUnsaved]);
}

/** Whether a form of the page has input that is not saved yet. */
export function hasUnsavedInput(): boolean {
  return unsavedForms > 0;
}
