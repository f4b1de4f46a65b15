import type { ErrorComponentProps } from "@tanstack/react-router";
import { Failed } from "../ui/index.ts";

/** Shown instead of a page that could not be rendered. */
export function RenderFailure({ error }: ErrorComponentProps) {
  const reason = error instanceof Error ? error.message : String(error);
  // Rendering would fail again with the same data, so the whole page is reloaded.
  return <Failed sentence="Unexpected Application Error!" reason={reason} onReload={() => window.location.reload()} />;
}
