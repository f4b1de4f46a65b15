import { groupOwner, type GroupOwner } from "@groundcrew/shared/error-groups";
import { stationType } from "@groundcrew/shared/telemetry";
import { IconFilter } from "@tabler/icons-react";
import { useOrganizations } from "../../organizations/index.ts";
import { stationTypeIcons } from "../../station/index.ts";
import { Button, PopoverButton, SelectField } from "../../ui/index.ts";
import { groupStateLabels } from "../group-texts.ts";
import styles from "./groups-page.module.css";
import { useGroupFilters } from "./use-groups.ts";
import { emptyFilter, filterCount, openStates, type GroupsFilter, type GroupsView } from "./view.ts";

type GroupFiltersProps = { view: GroupsView; onChange: (changed: Partial<GroupsFilter>) => void };

/** A button that counts the filters that are set, and opens them. */
export function GroupFilters({ view, onChange }: GroupFiltersProps) {
  const count = filterCount(view);
  return (
    <PopoverButton name="Filter" icon={IconFilter} {...(count > 0 && { badge: String(count) })}>
      <Filters view={view} onChange={onChange} />
    </PopoverButton>
  );
}

const ownerLabels: Record<GroupOwner, string> = { all: "All", mine: "Mine", unassigned: "Unassigned" };
const owners = groupOwner.options.map((value) => ({ value, label: ownerLabels[value] }));
const states = openStates.map((value) => ({ value, label: groupStateLabels[value] }));
const types = stationType.options.map((value) => ({ value, label: stationTypeIcons[value].label }));

function Filters({ view, onChange }: GroupFiltersProps) {
  const { data: organizations } = useOrganizations();
  const { data: found } = useGroupFilters();
  const orgs = organizations?.map(({ id, name }) => ({ value: String(id), label: name })) ?? [];
  return (
    <div className={styles.filters}>
      {view.tab === "open" && (
        <SelectField
          label="State"
          options={[ANY, ...states]}
          value={view.state}
          onChange={(state) => onChange({ state: openStates.find((one) => one === state) ?? "" })}
        />
      )}
      {view.tab !== "mine" && (
        <SelectField label="Owner" options={owners} value={view.own} onChange={(own) => onChange({ own })} />
      )}
      <SelectField
        label="Station Type"
        options={withChosen(types, view.stationType)}
        value={view.stationType}
        onChange={(type) => onChange({ stationType: type })}
      />
      <SelectField
        label="Organization"
        options={withChosen(orgs, view.orgId)}
        value={view.orgId}
        onChange={(orgId) => onChange({ orgId })}
      />
      <SelectField
        label="Job Type"
        options={withChosen(named(found?.job_types), view.jobType)}
        value={view.jobType}
        onChange={(jobType) => onChange({ jobType })}
      />
      <SelectField
        label="Firmware"
        options={withChosen(named(found?.firmwares), view.firmware)}
        value={view.firmware}
        onChange={(firmware) => onChange({ firmware })}
      />
      <Button disabled={filterCount(view) === 0} onClick={() => onChange(emptyFilter)}>
        Clear Filters
      </Button>
    </div>
  );
}

type Option = { value: string; label: string };
const ANY: { value: ""; label: string } = { value: "", label: "All" };

function named(values: readonly string[] = []): Option[] {
  return values.map((value) => ({ value, label: value }));
}

/** The options with the one for no filter, and the one that is set even if it is not known or not loaded. */
function withChosen(options: readonly Option[], chosen: string): Option[] {
  const isKnown = chosen === "" || options.some(({ value }) => value === chosen);
  return [ANY, ...(isKnown ? [] : [{ value: chosen, label: chosen }]), ...options];
}
