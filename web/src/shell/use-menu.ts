import { useEffect, useEffectEvent, useRef, useState } from "react";

/** The menu in a narrow window. Escape closes it and returns the focus to its button. */
export function useMenu() {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  const onKey = useEffectEvent(({ key, defaultPrevented }: KeyboardEvent) => {
    if (key !== "Escape" || defaultPrevented || !isOpen) return;
    setOpen(false);
    button.current?.focus();
  });

  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", handleKey);
    return () => window.removeEventListener("keydown", handleKey);
  }, []);

  return { isOpen, button, toggle: () => setOpen(!isOpen), close: () => setOpen(false) };
}
