import { useEffect, useEffectEvent } from "react";
import { isDialogOpen, isTyping } from "./focus.ts";

/** What keys of a page do, by lower-case key; null while there is nothing to do. */
type PageKeys = Readonly<Record<string, ((event: KeyboardEvent) => void) | null>>;

/** Handles keys of a page. Keys in fields, menus and dialogs have their usual meaning. */
export function usePageKeys(actions: PageKeys): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, target, defaultPrevented } = event;
    if (ctrlKey || metaKey || altKey || defaultPrevented || isTyping(target) || isDialogOpen()) return;
    const act = actions[key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act(event);
  });
  useEffect(() => {
    const handle = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener("keydown", handle);
    return () => document.removeEventListener("keydown", handle);
  }, []);
}
