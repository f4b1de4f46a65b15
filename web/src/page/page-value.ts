import { useSyncExternalStore } from "react";

/** A value that the parts of a page share. */
type PageValue<Value> = {
  get: () => Value;
  set: (next: Value) => void;
  /** Calls `listener` after each change, until the returned function is called. */
  subscribe: (listener: () => void) => () => void;
};

const resets: (() => void)[] = [];

/** A value that belongs to the page, and is `initial()` when the page is opened. Modules have no other variables. */
export function pageValue<Value>(initial: () => Value): PageValue<Value> {
  const listeners = new Set<() => void>();
  let value = initial();
  function set(next: Value): void {
    if (Object.is(value, next)) return;
    value = next;
    for (const listener of listeners) listener();
  }
  resets.push(() => set(initial()));
  return {
    get: () => value,
    set,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** A choice that this browser keeps for all its pages: on, unless it was switched off. */
export function browserChoice(key: string): PageValue<boolean> {
  const listeners = new Set<() => void>();
  return {
    get: () => localStorage.getItem(key) === null,
    set(isOn) {
      if (isOn) localStorage.removeItem(key);
      else localStorage.setItem(key, "1");
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      const handleStorage = (event: StorageEvent) => {
        if (event.key === key || event.key === null) listener();
      };
      listeners.add(listener);
      window.addEventListener("storage", handleStorage);
      return () => {
        listeners.delete(listener);
        window.removeEventListener("storage", handleStorage);
      };
    },
  };
}

/** The value, up to date while a component is shown. */
export function usePageValue<Value>({ subscribe, get }: PageValue<Value>): Value {
  return useSyncExternalStore(subscribe, get);
}

/** Sets every value as when the page is opened. For tests, which open many pages in one document. */
export function resetPage(): void {
  for (const reset of resets) reset();
}
