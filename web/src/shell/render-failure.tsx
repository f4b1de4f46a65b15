import type { ErrorComponentProps } from "@tanstack/react-router";
import { Failed } from "../ui/index.ts";

/** Stands in place of a page that could not be shown. */
export function RenderFailure({ error }: ErrorComponentProps) {
  const reason = error instanceof Error ? error.message : String(error);
  // What failed once would fail again with the same data, so the whole page is loaded afresh.
  return <Failed sentence="Unexpected Application Error!" reason={reason} onReload={() => window.location.reload()} />;
}
