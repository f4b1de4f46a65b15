import type { ReactNode } from "react";
import { groupOwner, groupSort, groupTab, type GroupOwner, type GroupTab } from "@groundcrew/shared/error-groups";
import { stationType, stationTypeLabels } from "@groundcrew/shared/telemetry";
import {
  choicesOf,
  CsvDownload,
  FilterBar,
  inPopover,
  OrderMenu,
  PickerField,
  Segments,
  TimeMenu,
  type ViewInAddress,
} from "../../kit/index.ts";
import { OrganizationField } from "../../manage/organizations/index.ts";
import { SelectField } from "../../ui/index.ts";
import { groupStateLabels } from "../group-texts.ts";
import { loadGroupsCsv, useGroupFilters } from "./use-groups.ts";
import { openStates, sortLabels, type GroupsView } from "./view.ts";

const tabLabels: Record<GroupTab, string> = { open: "Open", mine: "Mine", archived: "Archived", resolved: "Resolved" };

type GroupsToolsProps = {
  view: ViewInAddress<GroupsView>;
  /** The number of groups on each tab; undefined while loading. */
  counts: Record<GroupTab, number> | undefined;
  /** True if there is nothing to download. */
  isEmpty: boolean;
  /** The switch between the views of triage. */
  children: ReactNode;
};

/** The filters of groups. */
export function GroupsTools({ view, counts, isEmpty, children }: GroupsToolsProps) {
  const { on } = view;
  return (
    <FilterBar
      view={view}
      filters={{
        tab: (
          <Segments
            label="Which groups"
            labels={tabLabels}
            options={groupTab.options}
            counts={withoutResolved(counts)}
            {...on("tab")}
          />
        ),
        sort: <OrderMenu labels={sortLabels} options={groupSort.options} {...on("sort")} />,
        t: <TimeMenu name="Seen" {...on("t")} />,
        all: null,
        ...inPopover(view, useFields(view)),
      }}
      search={{
        placeholder: "Search messages",
        syntax: "text",
        help: "Finds groups whose message contains the text, and the group with a number: 118.",
      }}
      hasLink
      after={<CsvDownload name="ERRORGROUPS" load={() => loadGroupsCsv(view.view)} isEmpty={isEmpty} />}
    >
      {children}
    </FilterBar>
  );
}

/** The number of resolved groups only grows. */
function withoutResolved(counts: Record<GroupTab, number> | undefined) {
  if (!counts) return undefined;
  const { resolved: _resolved, ...others } = counts;
  return others;
}

const ownerLabels: Record<GroupOwner, string> = { all: "All", mine: "Mine", unassigned: "Unassigned" };
const owners = groupOwner.options.map((value) => ({ value, label: ownerLabels[value] }));
const states: { value: GroupsView["state"]; label: string }[] = [
  { value: "", label: "All" },
  ...openStates.map((value) => ({ value, label: groupStateLabels[value] })),
];
const types = stationType.options.map((id) => ({ id, label: stationTypeLabels[id] }));

/** The fields of the popover. */
function useFields({ view, on }: ViewInAddress<GroupsView>) {
  const found = useGroupFilters();
  const named = (names: "job_types" | "firmwares") =>
    choicesOf(found, (filters) => filters[names].map((name) => ({ id: name, label: name })));
  return {
    state: view.tab === "open" && <SelectField label="State" options={states} {...on("state")} />,
    own: view.tab !== "mine" && <SelectField label="Owner" options={owners} {...on("own")} />,
    type: <PickerField label="Station Type" none="All" items={types} {...on("type")} />,
    org: <OrganizationField none="All" {...on("org")} />,
    job: <PickerField label="Job Type" none="All" items={named("job_types")} {...on("job")} />,
    fw: <PickerField label="Firmware" none="All" items={named("firmwares")} {...on("fw")} />,
  };
}
