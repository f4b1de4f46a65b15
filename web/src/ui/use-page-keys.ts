import { useEffect, useEffectEvent } from "react";
import { browserChoice, usePageValue } from "../page/index.ts";
import { isDialogOpen, isTyping } from "./focus.ts";

/** True if single characters are shortcuts. People who dictate can switch them off. */
export const shortcuts = browserChoice("shortcuts-off");

/** Actions of keys, by lower-case key; null while there is nothing to do. */
type PageKeys = Readonly<Record<string, ((event: KeyboardEvent) => void) | null>>;

/** Handles shortcuts of a page. Keys in fields, menus and dialogs have their usual meaning. */
export function usePageKeys(actions: PageKeys): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, target, defaultPrevented } = event;
    if (ctrlKey || metaKey || altKey || defaultPrevented || isTyping(target) || isDialogOpen()) return;
    const letter = key.toLowerCase();
    const act = actions[letter];
    if (!act || !shortcuts.get()) return;
    event.preventDefault();
    // Holding a key moves on, and does nothing else again.
    if (!event.repeat || MOVES.has(letter)) act(event);
  });
  useEffect(() => {
    const handle = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener("keydown", handle);
    return () => document.removeEventListener("keydown", handle);
  }, []);
}

const MOVES = new Set(["j", "k"]);

/** A title that names a shortcut while there are shortcuts: `Pause (P)`. */
export function useShortcutTitle(title: string, key: string): string {
  return usePageValue(shortcuts) ? `${title} (${key})` : title;
}
