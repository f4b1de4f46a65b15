import { useEffect, useEffectEvent } from "react";
import { browserChoice, pageValue, usePageValue } from "../page/index.ts";
import { isDialogOpen, isTyping } from "./focus.ts";
import { pageKeys, type PageKey } from "./page-keys.ts";

/** True if single characters are shortcuts. People who dictate can switch them off. */
export const shortcuts = browserChoice("shortcuts-off");

/** The handlers of the keys that each part of the page handles now. */
export const handledKeys = pageValue<readonly Readonly<Record<string, string>>[]>(() => []);

/** The handlers of keys on the page now. */
export function useHandledKeys(): ReadonlyMap<string, string> {
  return new Map(usePageValue(handledKeys).flatMap((keys) => Object.entries(keys)));
}

/**
 * Actions of keys, where `ctrl+` is Ctrl or Cmd; null while there is nothing to do. An action that returns false leaves the key to the
 * browser.
 */
type PageKeys = Readonly<Partial<Record<PageKey, ((event: KeyboardEvent) => unknown) | null>>>;

/**
 * Handles keys of a page. In fields, menus and dialogs they have their usual meaning, except for those with Ctrl in fields. `texts` says what
 * a key does that means something else here than on other pages.
 */
export function usePageKeys(actions: PageKeys, texts: Partial<Record<PageKey, string>> = {}): void {
  const known: Record<string, PageKeys[PageKey]> = actions;
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, target, defaultPrevented, repeat } = event;
    // Choosing a suggestion for a field dispatches an event without a key in Chromium.
    if (typeof key !== "string") return;
    const name = `${ctrlKey || metaKey ? "ctrl+" : ""}${key.toLowerCase()}`;
    const act = known[name];
    if (!act || altKey || defaultPrevented || isDialogOpen()) return;
    if ((!IN_FIELDS.has(name) && isTyping(target)) || (name.length === 1 && !shortcuts.get())) return;
    // Holding a key moves on, and does nothing else again.
    if ((repeat && !MOVES.has(name)) || act(event) !== false) event.preventDefault();
  });
  const names = Object.keys(known)
    .filter((key) => known[key])
    .join(" ");
  const textsOf = useEffectEvent((keys: readonly string[]) =>
    Object.fromEntries(Object.entries({ ...pageKeys, ...texts }).filter(([key]) => keys.includes(key))),
  );
  useEffect(() => {
    if (names === "") return;
    const handle = (event: KeyboardEvent) => handleKey(event);
    const own = textsOf(names.split(" "));
    document.addEventListener("keydown", handle);
    handledKeys.set([...handledKeys.get(), own]);
    return () => {
      document.removeEventListener("keydown", handle);
      handledKeys.set(handledKeys.get().filter((keys) => keys !== own));
    };
  }, [names]);
}

const MOVES = new Set(["j", "k", "arrowdown", "arrowup"]);
const IN_FIELDS = new Set(["ctrl+f", "ctrl+k"]);

/** A title that names a shortcut while there are shortcuts: `Pause (P)`. */
export function useShortcutTitle(title: string, key: string): string {
  return usePageValue(shortcuts) ? `${title} (${key})` : title;
}
