import { useEffect, useRef, useState } from "react";

/** Which station is being added, and which have been since the page was opened. */
export function useAdding() {
  const [adding, setAdding] = useState<string | null>(null);
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set());
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    // The button that had the focus goes away with what it was for.
    if (adding === null && added.size > 0) list.current?.focus();
  }, [adding, added]);

  return { adding, setAdding, added, noteAdded: (name: string) => setAdded(new Set([...added, name])), list };
}
