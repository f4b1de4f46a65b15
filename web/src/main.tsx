import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { z } from "zod";
import { App } from "./app.tsx";
import { reloadWhenOutdated } from "./reload-once.ts";

// The page's security policy forbids making code from text, which zod would otherwise try.
z.config({ jitless: true });

reloadWhenOutdated();

const root = document.getElementById("root");
if (!root) throw new Error("The page has no place for the app.");
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
