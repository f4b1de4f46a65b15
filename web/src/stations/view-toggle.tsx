import type { ViewSettings } from "@groundcrew/shared/stations";
import { IconList, IconMap2 } from "@tabler/icons-react";
import { Button, ButtonGroup } from "../ui/index.ts";

type View = ViewSettings["view"];
type ViewToggleProps = { view: View; className?: string | undefined; onView: (view: View) => void };

/** The choice of list or map. */
export function ViewToggle({ view, className, onView }: ViewToggleProps) {
  return (
    <ButtonGroup label="View" className={className}>
      <Button icon={IconList} aria-pressed={view === "list"} onClick={() => onView("list")}>
        List
      </Button>
      <Button icon={IconMap2} aria-pressed={view === "map"} onClick={() => onView("map")}>
        Map
      </Button>
    </ButtonGroup>
  );
}
