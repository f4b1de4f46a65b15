import { createMemoryHistory } from "@tanstack/react-router";
import { createRoot } from "react-dom/client";
import { onTestFinished } from "vitest";
import { page } from "vitest/browser";
import { startApp } from "../src/app.tsx";

/** Opens the console at a path, as a browser does with a new tab, and closes it after the test. */
export function openConsole(path: string) {
  const element = document.createElement("div");
  document.body.append(element);
  const root = createRoot(element);
  const { App, client, router } = startApp(createMemoryHistory({ initialEntries: [path] }));
  root.render(<App />);
  function close(): void {
    root.unmount();
    element.remove();
    client.clear();
  }
  onTestFinished(close);
  return { main: page.getByRole("main"), client, router, close };
}

/** Resizes the window until the test ends. */
export async function resizeWindow(width: number, height = 900): Promise<void> {
  onTestFinished(() => page.viewport(1440, 900));
  await page.viewport(width, height);
}
