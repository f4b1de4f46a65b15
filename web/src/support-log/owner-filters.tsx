import { wholeNumber } from "../lib/index.ts";
import { Button, ButtonGroup } from "../ui/index.ts";
import { ownerFilters, type OwnerFilter } from "./view.ts";

const labels: Record<OwnerFilter, string> = { all: "All", mine: "Mine", unassigned: "Unassigned" };

type OwnerFiltersProps = {
  own: OwnerFilter;
  /** How many each filter keeps, if that is shown. */
  counts?: Record<OwnerFilter, number>;
  onOwn: (own: OwnerFilter) => void;
};

/** Filters by who has something. */
export function OwnerFilters({ own, counts, onOwn }: OwnerFiltersProps) {
  return (
    <ButtonGroup label="Owner">
      {ownerFilters.map((filter) => (
        <Button key={filter} aria-pressed={filter === own} onClick={() => onOwn(filter)}>
          {counts ? `${labels[filter]} ${wholeNumber(counts[filter])}` : labels[filter]}
        </Button>
      ))}
    </ButtonGroup>
  );
}
