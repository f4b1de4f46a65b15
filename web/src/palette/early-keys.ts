import { useEffect, useState } from "react";

/** Keeps what is typed from the press that opens the palette until its field has the focus: those keys are no shortcuts of the page. */
export class EarlyKeys {
  #text = "";
  #focused: Element | null = null;

  /** Begins to keep what is typed. */
  start(): void {
    this.stop();
    this.#focused = document.activeElement;
    window.addEventListener("keydown", this.#keep, { capture: true });
  }

  /** Returns what was typed since, and keeps nothing more. */
  stop(): string {
    const text = this.#text;
    this.#text = "";
    window.removeEventListener("keydown", this.#keep, { capture: true });
    return text;
  }

  readonly #keep = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey, isComposing } = event;
    // Loading may have failed, which has a button of its own.
    const isElsewhere = document.activeElement !== this.#focused;
    if (typeof key !== "string" || isElsewhere || ctrlKey || metaKey || altKey || isComposing) return;
    if (key.length > 1 && key !== "Backspace" && key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
    if (key === "Backspace") this.#text = this.#text.slice(0, -1);
    else if (key !== "Enter") this.#text += key;
  };
}

/** Those of a component. */
export function useEarlyKeys(): EarlyKeys {
  const [keys] = useState(() => new EarlyKeys());
  useEffect(() => () => void keys.stop(), [keys]);
  return keys;
}
