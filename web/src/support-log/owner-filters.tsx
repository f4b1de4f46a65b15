import { Segments } from "../kit/index.ts";
import { ownerFilters, type OwnerFilter } from "./view.ts";

const labels: Record<OwnerFilter, string> = { all: "All", mine: "Mine", unassigned: "Unassigned" };

type OwnerFiltersProps = {
  /** How many each filter keeps, if that is shown. */
  counts: Record<OwnerFilter, number> | undefined;
  value: OwnerFilter;
  onChange: (own: OwnerFilter) => void;
};

/** Filters by owner. */
export function OwnerFilters(props: OwnerFiltersProps) {
  return <Segments label="Owner" labels={labels} options={ownerFilters} {...props} />;
}
