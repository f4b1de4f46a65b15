import { useLayoutEffect, useSyncExternalStore } from "react";
import { IconMoon, IconSun } from "@tabler/icons-react";
import { IconButton } from "./button.tsx";

type Scheme = "light" | "dark";

/** Where the choice is stored; without one the system's scheme applies. */
const KEY = "color-scheme";
const watchers = new Set<() => void>();

function systemDark(): MediaQueryList {
  return window.matchMedia("(prefers-color-scheme: dark)");
}

function systemScheme(): Scheme {
  return systemDark().matches ? "dark" : "light";
}

function chosenScheme(): SchemeChoice {
  const stored = localStorage.getItem(KEY);
  return stored === "light" || stored === "dark" ? stored : "browser";
}

function currentScheme(): Scheme {
  const choice = chosenScheme();
  return choice === "browser" ? systemScheme() : choice;
}

function watchScheme(watcher: () => void): () => void {
  const system = systemDark();
  watchers.add(watcher);
  system.addEventListener("change", watcher);
  // Another tab may choose a scheme.
  window.addEventListener("storage", watcher);
  return () => {
    watchers.delete(watcher);
    system.removeEventListener("change", watcher);
    window.removeEventListener("storage", watcher);
  };
}

/** The current color scheme, for canvas drawing. */
export function useSchemeName(): Scheme {
  return useSyncExternalStore(watchScheme, currentScheme);
}

/** A color of `tokens.css` in the current color scheme, for what is drawn on a canvas. */
export function color(token: string): string {
  return getComputedStyle(document.body).getPropertyValue(`--gc-${token}`).trim();
}

/** Sets the attribute on which the colors of `tokens.css` depend. */
export function useSchemeAttribute(): void {
  const scheme = useSchemeName();
  useLayoutEffect(() => document.documentElement.setAttribute("data-color-scheme", scheme), [scheme]);
}

/** The schemes that one can choose. The system's is that of the browser. */
export type SchemeChoice = Scheme | "browser";

/** The scheme that is chosen in this browser. */
export function useSchemeChoice(): SchemeChoice {
  return useSyncExternalStore(watchScheme, chosenScheme);
}

/** Chooses a scheme in this browser, whose next page begins with it. */
export function chooseScheme(choice: SchemeChoice): void {
  if (choice === "browser") localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, choice);
  for (const watcher of watchers) watcher();
}

/** Switches between light and dark. Choosing the system's scheme follows the system from then on. */
export function SchemeButton({ onChoose }: { onChoose?: (choice: SchemeChoice) => unknown }) {
  const other = useSchemeName() === "light" ? "dark" : "light";

  function handleClick() {
    const choice = other === systemScheme() ? "browser" : other;
    chooseScheme(choice);
    onChoose?.(choice);
  }

  return (
    <IconButton
      tone="quiet"
      icon={other === "dark" ? IconMoon : IconSun}
      label={`Use ${other} theme`}
      onClick={handleClick}
    />
  );
}
