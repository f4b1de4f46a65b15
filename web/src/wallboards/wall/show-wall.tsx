import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Wall } from "./wall.tsx";

/** Shows the wallboard whose token is in the address, behind the `#`, which browsers send to no server. */
export function showWall(root: Element): void {
  createRoot(root).render(
    <StrictMode>
      <Wall token={location.hash.slice(1)} />
    </StrictMode>,
  );
}
