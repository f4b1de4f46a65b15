import type { ReactNode, Ref } from "react";
import { IconX } from "@tabler/icons-react";
import { Button, classes } from "../ui/index.ts";

type SelectionBarProps = {
  /** Its name, such as `Selected groups`. */
  label: string;
  /** How many rows are selected, and what is to be known about them. */
  count: string;
  notes: readonly (string | false)[];
  /** Between them and the button that clears the selection, which an empty selection does not have. */
  beside?: ReactNode;
  onClear: (() => void) | null;
  className: string;
  ref?: Ref<HTMLElement>;
  /** The acts on the rows. */
  children: ReactNode;
};

/** The rows that are selected in a list, and what can be done with them. */
export function SelectionBar(props: SelectionBarProps) {
  const { label, count, notes, beside, onClear, className, ref, children } = props;
  return (
    <section ref={ref} className={classes("row wrap gap-2 no-print", className)} aria-label={label}>
      <div className="gap-0-2 flex wrap" aria-live="polite">
        <b>{count}</b>
        {notes.map(
          (note) =>
            note !== false && (
              <span key={note} className="soft">
                {note}
              </span>
            ),
        )}
      </div>
      {beside}
      {onClear && (
        <Button tone="quiet" icon={IconX} onClick={onClear}>
          <span className="visually-hidden-small">Clear</span>
        </Button>
      )}
      {children}
    </section>
  );
}
