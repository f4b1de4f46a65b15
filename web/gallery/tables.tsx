import { useMemo } from "react";
import {
  DataList,
  listKind,
  ListSkeleton,
  PlainList,
  rowText,
  SelectionBar,
  SelectRow,
  LoadedPart,
  ShowMore,
  useListSelection,
} from "../src/kit/index.ts";
import { Button, Cell, SearchBox, Table, useTableView, WideTable } from "../src/ui/index.ts";
import { doNothing, type GalleryPage, LONG } from "./page.tsx";

type Fault = { id: number; title: string; site: string; count: number; state: "open" | "quiet" };

const faults: Fault[] = [
  { id: 1, title: "Gantry not parked", site: "Harbor", count: 12, state: "open" },
  { id: 2, title: LONG, site: LONG, count: 1_234_567, state: "open" },
  { id: 3, title: "Door open", site: "Fjord", count: 0, state: "quiet" },
];

const kind = listKind<Fault, object>()({
  label: "Faults",
  keyOf: ({ id }) => String(id),
  rowPx: 61,
  columns: [
    {
      key: "fault",
      title: "Fault",
      cell: ({ title, id }) => (
        <>
          <a href={`#${id}`} className={rowText.title}>
            {title}
          </a>
          <div className={rowText.second}>{`Group ${id}`}</div>
        </>
      ),
    },
    { key: "site", title: "Site", cell: ({ site }) => <span className={rowText.first}>{site}</span>, isMuted: true },
    { key: "count", title: "Count", cell: ({ count }) => count, align: "end" },
  ],
  layout: {
    wide: { tracks: "32px minmax(0, 2fr) minmax(0, 1fr) 80px", areas: ["select fault site count"] },
    medium: { tracks: "32px minmax(0, 1fr) 80px", areas: ["select fault count", ". site ."] },
    tiny: { tracks: "32px minmax(0, 1fr)", areas: ["select fault", ". site"] },
  },
  mark: ({ id }) => (id === 1 ? "danger" : id === 2 ? "warning" : "hatched"),
  isQuiet: ({ state }) => state === "quiet",
});
const opened: typeof kind = { ...kind, label: "Open faults", below: ({ id }) => (id === 1 ? <p>{LONG}</p> : null) };
const sections: typeof kind = {
  ...kind,
  label: "Faults by site",
  sectionOf: ({ state }) => (state === "open" ? "Open" : "Quiet"),
};
const labelled: typeof kind = { ...kind, label: "Labelled faults", layout: { ...kind.layout, small: "labelled" } };
const none = {};
const more = { hasMore: true, isLoading: true, failure: null, load: doNothing };

function Selected() {
  const options = useMemo(
    () => ({ idOf: ({ id }: Fault) => id, label: ({ id }: Fault) => `Select ${id}`, allLabel: "Select all", max: 3 }),
    [],
  );
  const { selection } = useListSelection(faults, options);
  return (
    <DataList
      kind={opened}
      rows={faults}
      context={none}
      selection={{ ...selection, isSelected: (fault) => fault.id === 2 || selection.isSelected(fault) }}
    />
  );
}

const selectionBar = { label: "Selected faults", onClear: doNothing, className: "surface" };

const columns = [
  { label: "Name", sortBy: ({ title }: Fault) => title },
  { label: "Count", isNumber: true, sortBy: ({ count }: Fault) => count },
  { label: "Site" },
];

function Sorted({ stacks }: { stacks: boolean }) {
  const { rows, search, sorting } = useTableView(faults, { columns, textOf: ({ title }) => title });
  return (
    <>
      <SearchBox placeholder={stacks ? "Search stacked faults" : "Search faults"} {...search} />
      <Table label={stacks ? "Stacked table" : "Table"} head={columns} stacks={stacks} sorting={sorting}>
        {rows.map(({ id, title, count, site }) => (
          <tr key={id}>
            <Cell label="Name">{title}</Cell>
            <Cell label="Count" isNumber>
              {count}
            </Cell>
            <Cell label="Site" title="More about it">
              {site}
            </Cell>
          </tr>
        ))}
      </Table>
    </>
  );
}

const wideColumns = Array.from({ length: 12 }, (_, nth) => ({
  key: String(nth),
  group: nth < 4 ? "Motor" : "Charger",
  title: `Value ${nth}`,
  tooltip: LONG,
  width: 100,
  isNumber: nth % 2 === 0,
  cellOf: ({ count }: Fault) => ({ content: count + nth, isMarked: nth === 3, title: "Usually 3" }),
}));

export const tables: GalleryPage = {
  title: "Lists and tables",
  sections: {
    DataList: () => (
      <>
        <Selected />
        <DataList kind={sections} rows={faults} context={none} more={more} />
        <DataList kind={kind} rows={faults.slice(0, 1)} context={none} isOutdated more={{ ...more, failure: LONG }} />
        <DataList kind={labelled} rows={faults} context={none} isShort />
      </>
    ),
    PlainList: () => <PlainList kind={kind} label="Faults of today" rows={faults} context={none} />,
    LoadedPart: () => <LoadedPart part={{ loaded: 250, total: 61_204, more }} of="Sums are of these." />,
    ShowMore: () => (
      <>
        <ShowMore {...more} isLoading={false} />
        <ShowMore {...more} shown="3 of 12 shown" />
        <ShowMore {...more} failure={LONG} shown="3 of 12 shown" />
        <ShowMore {...more} loading="Loading more faults" />
      </>
    ),
    SelectRow: () => (
      <>
        <SelectRow label="Select" isSelected onToggle={doNothing} />
        <SelectRow label="Cannot be selected" isSelected={false} isDisabled onToggle={doNothing} />
      </>
    ),
    ListSkeleton: () => <ListSkeleton kind={kind} />,
    Table: () => <Sorted stacks={false} />,
    Cell: () => <Sorted stacks />,
    SelectionBar: () => (
      <>
        <SelectionBar {...selectionBar} count="2 selected" notes={["1 of them not in this filter"]}>
          <Button>Acknowledge</Button>
        </SelectionBar>
        <SelectionBar {...selectionBar} label="Nothing selected" count="0 selected" notes={[LONG]} onClear={null}>
          {null}
        </SelectionBar>
      </>
    ),
    WideTable: () => (
      <WideTable
        label="Values"
        rows={faults}
        keyOf={({ id }) => String(id)}
        head={{ title: "Fault", width: 140, renderCell: ({ title }) => title }}
        columns={wideColumns}
        noteOf={({ id }) => (id === 3 ? { text: "Not reported", from: "4" } : null)}
        sorting={{ by: { key: "1", isDescending: true }, onSort: doNothing }}
      />
    ),
  },
};
