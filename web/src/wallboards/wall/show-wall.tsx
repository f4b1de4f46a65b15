import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { reloadWhenServed } from "../../page/index.ts";
import { Wall } from "./wall.tsx";

/** Shows the wallboard whose token is in the address, behind the `#`, which browsers send to no server. A page that cannot be shown is loaded again. Returns how to close it. */
export function showWall(element: Element): () => void {
  const root = createRoot(element, { onUncaughtError: reloadWhenServed });
  const show = () => {
    const token = location.hash.slice(1);
    root.render(
      <StrictMode>
        <Wall key={token} token={token} />
      </StrictMode>,
    );
  };
  window.addEventListener("hashchange", show);
  show();
  return () => {
    window.removeEventListener("hashchange", show);
    root.unmount();
  };
}
