// Before everything else, so that a style sheet replaces what these set.
import "@fontsource-variable/inter/index.css";
import "./ui/tokens.css";
import "./ui/base.css";
import "./ui/primitives.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { startApp } from "./app.tsx";
import { whenWorkerIsUsed } from "./data/worker/index.ts";
import { reloadWhenServed } from "./page/index.ts";

const root = document.getElementById("root");
if (!root) throw new Error("No #root");
// A wallboard is not part of the console: it needs no login and no settings, and nobody is there to try again.
if (location.pathname === "/wall") {
  void import("./wallboards/wall/show-wall.tsx").then(({ showWall }) => showWall(root), reloadWhenServed);
} else {
  const { App, router } = startApp();
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
  whenWorkerIsUsed(async () => {
    const { connectWorker } = await import("./data/worker/connect-worker.ts");
    connectWorker((href) => void router.navigate({ href }));
  });
}
