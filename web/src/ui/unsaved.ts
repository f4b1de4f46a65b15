import { pageValue } from "../page/index.ts";

type Unsaved = {
  /** The part of the page that has them. */
  id: string;
  /** The changes that would be lost, one line each. */
  sentence: string;
  /** Called when the user leaves anyway. */
  onLeave?: (() => void) | undefined;
};

/** The changes that would be lost by leaving the page now. */
export const unsaved = pageValue<readonly Unsaved[]>(() => []);

/** True if leaving the page now would lose changes. */
export function hasUnsavedChanges(): boolean {
  return unsaved.get().length > 0;
}
