const KEY = "live-off";

/** Whether live changes are switched off in this browser. */
export function isSwitchedOff(): boolean {
  return localStorage.getItem(KEY) !== null;
}

export function setSwitchedOff(isOff: boolean): void {
  if (isOff) localStorage.setItem(KEY, "1");
  else localStorage.removeItem(KEY);
}

/** Calls `listener` when another tab has switched them on or off. Returns how to stop that. */
export function watchSwitch(listener: () => void): () => void {
  const handleStorage = ({ key }: StorageEvent) => {
    if (key === KEY || key === null) listener();
  };
  window.addEventListener("storage", handleStorage);
  return () => window.removeEventListener("storage", handleStorage);
}
