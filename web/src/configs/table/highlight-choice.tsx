import type { HighlightMode } from "@groundcrew/shared/configs";
import { Button, ButtonGroup } from "../../ui/index.ts";

const modes = ["modal", "changed_vs_next"] as const;

const labels = {
  modal: "Differs from most",
  changed_vs_next: "Differs from next row",
} as const satisfies Record<HighlightMode, string>;

const descriptions = {
  modal: "Highlights values that differ from the most common value of their column",
  changed_vs_next: "Highlights values that differ from the row below",
} as const satisfies Record<HighlightMode, string>;

/** Chooses what cells are compared with. */
export function HighlightChoice({ mode, onMode }: { mode: HighlightMode; onMode: (mode: HighlightMode) => void }) {
  return (
    <ButtonGroup label="Highlight">
      {modes.map((choice) => (
        <Button key={choice} aria-pressed={mode === choice} title={descriptions[choice]} onClick={() => onMode(choice)}>
          {labels[choice]}
        </Button>
      ))}
    </ButtonGroup>
  );
}
