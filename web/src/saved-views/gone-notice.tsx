import { Button, Notice } from "../ui/index.ts";
import { useOpenView } from "./use-views.ts";

/** Said over a list whose address names a view that does not exist, or no longer. */
export function GoneNotice() {
  const open = useOpenView();
  return (
    <Notice
      tone="warning"
      className="mb-3"
      action={<Button onClick={() => open({ view: "all" })}>Show All Stations</Button>}
    >
      This view is gone.
    </Notice>
  );
}
