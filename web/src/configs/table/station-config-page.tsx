import { useState } from "react";
import { columnGroupKey, hiddenColumnsToQuery } from "@groundcrew/shared/configs";
import type { SessionUser } from "@groundcrew/shared/sessions";
import type { ViewSettings } from "@groundcrew/shared/stations";
import { errorSentence } from "../../api/index.ts";
import { FilterBar } from "../../fleet/index.ts";
import { FreshnessScope } from "../../freshness/index.ts";
import { csvName, saveCsv } from "../../lib/index.ts";
import { Failed, Loading } from "../../ui/index.ts";
import { ColumnsMenu, withColumns } from "./columns-menu.tsx";
import { configCsv } from "./config-columns.ts";
import { ConfigTable, HighlightChoice } from "./config-table.tsx";
import { ExtraFilters } from "./extra-filters.tsx";
import { RowDialogs } from "./row-dialogs.tsx";
import type { RowDialog } from "./row-head.tsx";
import { forAnotherType, tableSettingsToQuery, type Query, type TableSettings } from "./table-settings.ts";
import { useStationConfigs } from "./use-station-configs.ts";

const OPENS = ["telemetry", "config"] as const;

type StationConfigPageProps = {
  user: SessionUser;
  settings: ViewSettings;
  onSettings: (settings: ViewSettings, query: Query) => void;
  /** The table's settings in the address. */
  query: Query;
  onQuery: (query: Query) => void;
};

/** The configurations of all stations of a type, side by side. */
export function StationConfigPage({ user, settings, onSettings, query, onQuery }: StationConfigPageProps) {
  const table = useStationConfigs({ user, settings, query });
  const { fleet, freshness, type, tableSettings, rows, columns, hidden, failure, reload } = table;
  const hideable = columns.slice(1).filter(({ isUsed }) => isUsed || tableSettings.showUnused);
  const [open, setOpen] = useState<RowDialog | null>(null);

  function handleHidden(hidden: ReadonlySet<string>) {
    const groupKeys = new Set(columns.map(({ group }) => columnGroupKey(group)));
    const others = Object.entries(query).filter(([key]) => !groupKeys.has(key));
    onQuery({ ...Object.fromEntries(others), ...hiddenColumnsToQuery(columns, hidden) });
  }

  function handleTable(settings: TableSettings) {
    const others = Object.entries(query).filter(([key]) => key.startsWith("ssot-"));
    onQuery({ ...Object.fromEntries(others), ...tableSettingsToQuery(settings) });
  }

  function handleHideGroup(group: string) {
    const groupColumns = columns.filter((column) => column.group === group);
    handleHidden(withColumns(hidden, groupColumns, false));
  }

  return (
    <>
      <FilterBar
        settings={settings}
        onSettings={(next) => onSettings(next, next.stationType === type ? query : forAnotherType(query))}
        freshness={freshness}
        onReload={reload}
        count={fleet && new Set(rows.map(({ station }) => station.name)).size}
        onCsv={
          rows.length > 0 ? () => saveCsv(csvName(`STATIONCONFIG_${type}`, Date.now()), configCsv(columns, rows)) : null
        }
      >
        <ColumnsMenu columns={hideable} hidden={hidden} onHidden={handleHidden} />
        <HighlightChoice mode={tableSettings.mode} onMode={(mode) => handleTable({ ...tableSettings, mode })} />
      </FilterBar>
      <ExtraFilters key={type} positions={table.positions} settings={tableSettings} onSettings={handleTable} />
      {fleet && columns.length > 0 ? (
        <FreshnessScope freshness={freshness}>
          <ConfigTable
            label="Station Config"
            {...tableSettings}
            {...{ rows, columns, hidden }}
            onHideGroup={handleHideGroup}
            opens={OPENS}
            onOpen={setOpen}
          />
        </FreshnessScope>
      ) : failure ? (
        <Failed sentence="Loading the station list failed" reason={errorSentence(failure)} onReload={reload} />
      ) : (
        <Loading />
      )}
      <FreshnessScope freshness={freshness}>
        <RowDialogs open={open} isAdmin={user.can_admin} onClose={() => setOpen(null)} />
      </FreshnessScope>
    </>
  );
}
