import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { startApp } from "./app.tsx";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root element.");
const { App } = startApp();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
