import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { onTestFinished } from "vitest";

/** Renders a part of the console on its own, until the test ends. Returns how to close it earlier. */
export function render(content: ReactNode): () => void {
  const element = document.createElement("div");
  document.body.append(element);
  const root = createRoot(element);
  root.render(content);
  const close = () => {
    root.unmount();
    element.remove();
  };
  onTestFinished(close);
  return close;
}
