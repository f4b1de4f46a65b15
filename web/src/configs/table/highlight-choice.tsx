import type { HighlightMode } from "@groundcrew/shared/configs";
import { Button, ButtonGroup } from "../../ui/index.ts";

const modes = ["modal", "changed_vs_next"] as const;

const labels = {
  modal: "Differs from most",
  changed_vs_next: "Differs from next row",
} as const satisfies Record<HighlightMode, string>;

const about = {
  modal: "Highlights values that differ from the most common value of their column",
  changed_vs_next: "Highlights values that differ from the row below",
} as const satisfies Record<HighlightMode, string>;

/** What cells are compared with. */
export function HighlightChoice({ mode, onMode }: { mode: HighlightMode; onMode: (mode: HighlightMode) => void }) {
  return (
    <ButtonGroup label="Highlight">
      {modes.map((one) => (
        <Button key={one} aria-pressed={mode === one} title={about[one]} onClick={() => onMode(one)}>
          {labels[one]}
        </Button>
      ))}
    </ButtonGroup>
  );
}
