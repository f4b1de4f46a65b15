import { useMemo, useState } from "react";
import {
  configRows,
  hiddenAtFirst,
  type ConfigColumn,
  type HighlightMode,
  type StationConfig,
} from "@groundcrew/shared/configs";
import type { Station } from "@groundcrew/shared/stations";
import { IconAdjustments } from "@tabler/icons-react";
import { Loaded } from "../../kit/index.ts";
import { csvName, saveCsv } from "../../lib/index.ts";
import { stationTitle } from "../../station/index.ts";
import { CheckField, CsvButton, Empty, Loading } from "../../ui/index.ts";
import { useConfigs } from "../use-configs.ts";
import { ColumnsMenu } from "./columns-menu.tsx";
import { configCsv, useConfigColumns } from "./config-columns.ts";
import { ConfigTable, HighlightChoice } from "./config-table.tsx";
import type { RowDialog } from "./row-head.tsx";

const TELEMETRY = ["telemetry"] as const;

type ConfigHistoryTableProps = { station: Station; onOpen: (dialog: RowDialog) => void };

/** A station's configuration history, one row per revision, with changes highlighted. */
export function ConfigHistoryTable({ station, onOpen }: ConfigHistoryTableProps) {
  return (
    <Loaded
      query={useConfigs(station.name)}
      content="the configurations"
      failure="An error occurred loading config data."
    >
      {(configs) => <Revisions {...{ configs, station, onOpen }} />}
    </Loaded>
  );
}

function Revisions({ configs, station, onOpen }: ConfigHistoryTableProps & { configs: StationConfig[] }) {
  const [mode, setMode] = useState<HighlightMode>("changed_vs_next");
  const [showUniform, setShowUniform] = useState(false);
  const [showUnused, setShowUnused] = useState(false);
  const rows = useMemo(() => configRows([{ station, configs }]), [station, configs]);
  const { columns } = useConfigColumns(rows, station.station_type);
  const [hidden, setHidden] = useHiddenGroups(columns, hiddenForOneStation);

  if (configs.length === 0) return <Empty icon={IconAdjustments} sentence="There is no config data available yet." />;
  if (columns.length === 0) return <Loading />;
  return (
    <>
      <div className="gap-2-4 row wrap mb-3">
        <ColumnsMenu columns={columns.slice(1)} hidden={hidden} onHidden={setHidden} />
        <HighlightChoice mode={mode} onMode={setMode} />
        <CheckField label="Show identical columns" checked={showUniform} onChange={setShowUniform} />
        <CheckField label="Show unused unit configs" checked={showUnused} onChange={setShowUnused} />
        <CsvButton
          disabled={false}
          onClick={() =>
            saveCsv(csvName(`CONFIGHISTORY_${stationTitle(station)}`, Date.now()), configCsv(columns, rows))
          }
        />
      </div>
      <ConfigTable
        label="Station Config History"
        {...{ rows, columns, hidden, showUniform, showUnused, mode, onOpen }}
        opens={TELEMETRY}
        onHideGroup={(group) =>
          setHidden(new Set([...hidden, ...columns.filter((column) => column.group === group).map(({ key }) => key)]))
        }
      />
    </>
  );
}

/** With a single station its name is redundant, and the timestamp identifies the revision. */
function hiddenForOneStation(columns: Parameters<typeof hiddenAtFirst>[0]): Set<string> {
  return new Set([...hiddenAtFirst(columns), "name"].filter((key) => key !== "timestamp"));
}

/** The hidden columns of a table, kept while it is mounted. */
function useHiddenGroups(
  columns: readonly ConfigColumn[],
  initial: (columns: readonly ConfigColumn[]) => ReadonlySet<string>,
): [ReadonlySet<string>, (hidden: ReadonlySet<string>) => void] {
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  return [chosen ?? initial(columns), setChosen];
}
