import { useId, useState } from "react";
import { COMPARISONS } from "@groundcrew/shared/configs";
import { IconChevronDown, IconChevronRight, IconPlus, IconX } from "@tabler/icons-react";
import { Button, CheckField, Icon, IconButton } from "../../ui/index.ts";
import styles from "../configs.module.css";
import { validFilters, type DraftFilter, type TableSettings } from "./table-settings.ts";

type ExtraFiltersProps = {
  /** The names of all positions. */
  positions: readonly string[];
  settings: TableSettings;
  /** Whether the table can have older revisions. */
  hasOlder: boolean;
  onChange: (changed: Partial<TableSettings>) => void;
};

/** Filters by position, and which columns and revisions the table includes. */
export function ExtraFilters({ positions, settings, hasOlder, onChange }: ExtraFiltersProps) {
  const { filters, showUniform, showUnused, newestOnly } = settings;
  const [isOpen, setOpen] = useState(filters.length > 0);
  const panelId = useId();
  const active = validFilters(filters).length;
  const setFilters = (filters: readonly DraftFilter[]) => onChange({ filters });

  return (
    <section className={`panel mb-3 ${styles.accordion}`} aria-label="Extra Filters">
      <button
        type="button"
        className={`row gap-2 full-width label default bare rounded inner-focus hover ${styles.opener}`}
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon icon={isOpen ? IconChevronDown : IconChevronRight} />
        Extra Filters
        {active > 0 && <span className="accent">{`${active} on`}</span>}
      </button>
      <div id={panelId} className={`gap-2-4 row wrap ${styles.panel}`} hidden={!isOpen}>
        {filters.map((filter, index) => (
          <FilterLine
            // oxlint-disable-next-line react/no-array-index-key -- filters have no identity other than their index
            key={index}
            filter={filter}
            positions={positions}
            onFilter={(changed) => setFilters(filters.map((other, i) => (i === index ? changed : other)))}
            onRemove={() => setFilters(filters.filter((_, i) => i !== index))}
          />
        ))}
        <Button
          icon={IconPlus}
          disabled={positions.length === 0}
          onClick={() => setFilters([...filters, { position: positions[0] ?? "", comparison: "≤", value: "" }])}
        >
          Add filter
        </Button>
        <div className={`gap-1-4 flex wrap push-right ${styles.switches}`}>
          {hasOlder && (
            <CheckField
              label="Newest revisions only"
              checked={newestOnly}
              onChange={(newestOnly) => onChange({ newestOnly })}
            />
          )}
          <CheckField
            label="Show identical columns"
            checked={showUniform}
            onChange={(showUniform) => onChange({ showUniform })}
          />
          <CheckField
            label="Show unused unit configs"
            checked={showUnused}
            onChange={(showUnused) => onChange({ showUnused })}
          />
        </div>
      </div>
    </section>
  );
}

type FilterLineProps = {
  filter: DraftFilter;
  positions: readonly string[];
  onFilter: (filter: DraftFilter) => void;
  onRemove: () => void;
};

function FilterLine({ filter, positions, onFilter, onRemove }: FilterLineProps) {
  // Local state, because the address updates later than the user types.
  const [value, setValue] = useState(filter.value);
  const isInvalid = value.trim() !== "" && validFilters([{ ...filter, value }]).length === 0;
  const options = positions.includes(filter.position) ? positions : [filter.position, ...positions];

  function handleComparison(sign: string) {
    const comparison = COMPARISONS.find((candidate) => candidate === sign);
    if (comparison !== undefined) onFilter({ ...filter, value, comparison });
  }

  return (
    <fieldset className={`full-width-tiny flex gap-2 ${styles.line}`} aria-label={`Filter by ${filter.position}`}>
      <select
        aria-label="Position"
        className={styles.position}
        value={filter.position}
        onChange={({ target }) => onFilter({ ...filter, value, position: target.value })}
      >
        {options.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <select
        aria-label="Comparison"
        value={filter.comparison}
        onChange={({ target }) => handleComparison(target.value)}
      >
        {COMPARISONS.map((sign) => (
          <option key={sign}>{sign}</option>
        ))}
      </select>
      <input
        inputMode="decimal"
        aria-label="Value"
        placeholder="Value"
        aria-invalid={isInvalid || undefined}
        title={isInvalid ? "Enter a number." : undefined}
        value={value}
        onChange={({ target }) => {
          setValue(target.value);
          onFilter({ ...filter, value: target.value });
        }}
      />
      <IconButton tone="quiet" icon={IconX} label={`Remove the filter by ${filter.position}`} onClick={onRemove} />
    </fieldset>
  );
}
