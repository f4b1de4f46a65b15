import { useState } from "react";
import { columnGroupKey, hiddenColumnsToQuery } from "@groundcrew/shared/configs";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { ssotView } from "@groundcrew/shared/stations";
import type { StationType } from "@groundcrew/shared/telemetry";
import type { AddressQuery } from "@groundcrew/shared/view";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { LIST_FAILED } from "../../data/fleet/index.ts";
import { FreshnessScope } from "../../data/freshness/index.ts";
import { Loaded, LoadedPart, StationBar, useView } from "../../kit/index.ts";
import { ColumnsMenu, withColumns } from "./columns-menu.tsx";
import { ConfigTable, HighlightChoice } from "./config-table.tsx";
import { ExtraFilters } from "./extra-filters.tsx";
import { RowDialogs } from "./row-dialogs.tsx";
import type { RowDialog } from "./row-head.tsx";
import { forAnotherType, tableView } from "./table-settings.ts";
import { useStationConfigs } from "./use-station-configs.ts";

const OF_LOADED = "Columns, highlights and filters by position are of these, with the newest revision of each.";

const OPENS = ["telemetry", "config"] as const;

/** The configurations of all stations of a type, side by side. */
export function StationConfigPage({ user }: { user: SessionUser }) {
  const view = useView(ssotView);
  const { view: tableSettings, change } = useView(tableView);
  const { query, setQuery } = useAddress();
  const table = useStationConfigs({ user, settings: view.view, tableSettings, query });
  const { part, freshness, type, rows, columns, hidden, positions, hasOlder, reload } = table;
  const hideable = columns.slice(1).filter(({ isUsed }) => isUsed || tableSettings.showUnused);
  const [open, setOpen] = useState<RowDialog | null>(null);

  function handleHidden(hidden: ReadonlySet<string>) {
    const groupKeys = new Set(columns.map(({ group }) => columnGroupKey(group)));
    const others = Object.entries(query).filter(([key]) => !groupKeys.has(key));
    setQuery({ ...Object.fromEntries(others), ...hiddenColumnsToQuery(columns, hidden) });
  }

  function handleType(stationType: StationType) {
    if (stationType !== type) setQuery(ssotView.write({ ...view.view, stationType }, forAnotherType(query)));
  }

  function handleHideGroup(group: string) {
    const groupColumns = columns.filter((column) => column.group === group);
    handleHidden(withColumns(hidden, groupColumns, false));
  }

  return (
    <>
      <StationBar
        view={view}
        onType={handleType}
        freshness={freshness}
        onReload={reload}
        count={table.count}
        csv={rows.length > 0 ? { name: `STATIONCONFIG_${type}`, read: table.readCsv } : null}
      >
        <ColumnsMenu columns={hideable} hidden={hidden} onHidden={handleHidden} />
        <HighlightChoice mode={tableSettings.mode} onMode={(mode) => change({ mode })} />
      </StationBar>
      <ExtraFilters key={type} {...{ positions, hasOlder }} settings={tableSettings} onChange={change} />
      <FreshnessScope freshness={freshness}>
        <Loaded query={table.content} content="stations" failure={LIST_FAILED}>
          {() => (
            <ConfigTable
              label="Station Config"
              {...tableSettings}
              {...{ rows, columns, hidden }}
              onHideGroup={handleHideGroup}
              opens={OPENS}
              onOpen={setOpen}
              more={part?.more}
            />
          )}
        </Loaded>
        <LoadedPart part={part} of={OF_LOADED} />
        <RowDialogs open={open} isAdmin={user.can_admin} onClose={() => setOpen(null)} />
      </FreshnessScope>
    </>
  );
}

/** The whole query of the address, which has the hidden columns of each group. */
function useAddress() {
  const query = useSearch({ strict: false });
  const navigate = useNavigate();
  const setQuery = (search: AddressQuery) => void navigate({ to: ".", search, replace: true, resetScroll: false });
  return { query, setQuery };
}
