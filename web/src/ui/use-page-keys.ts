import { useEffect, useEffectEvent } from "react";
import { browserChoice, usePageValue } from "../page/index.ts";
import { isDialogOpen, isTyping } from "./focus.ts";

/** True if single characters are shortcuts. People who dictate can switch them off. */
export const shortcuts = browserChoice("shortcuts-off");

/**
 * Actions of keys by lower-case key: `j`, `escape`, `ctrl+f` with Ctrl or Cmd; null while there is nothing to do. An action that returns
 * false leaves the key to the browser.
 */
type PageKeys = Readonly<Record<string, ((event: KeyboardEvent) => unknown) | null>>;

/** Handles keys of a page. In fields, menus and dialogs they have their usual meaning, except for Ctrl+F in fields. */
export function usePageKeys(actions: PageKeys): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, target, defaultPrevented, repeat } = event;
    // Choosing a suggestion for a field dispatches an event without a key in Chromium.
    if (typeof key !== "string") return;
    const name = `${ctrlKey || metaKey ? "ctrl+" : ""}${key.toLowerCase()}`;
    const act = actions[name];
    if (!act || altKey || defaultPrevented || isDialogOpen()) return;
    if ((name !== "ctrl+f" && isTyping(target)) || (name.length === 1 && !shortcuts.get())) return;
    // Holding a key moves on, and does nothing else again.
    if ((repeat && !MOVES.has(name)) || act(event) !== false) event.preventDefault();
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
