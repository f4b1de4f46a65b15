import { useMemo } from "react";
import { shownColumns, type ConfigColumn, type ConfigRow, type HighlightMode } from "@groundcrew/shared/configs";
import type { Station } from "@groundcrew/shared/stations";
import { IconAdjustments, IconEyeOff } from "@tabler/icons-react";
import { Empty, Icon, WideTable } from "../../ui/index.ts";
import styles from "./config-table.module.css";
import { RowHead, type RowDialog } from "./row-head.tsx";
import { useSameConfigs } from "./use-same-configs.ts";
import { wideConfigColumns } from "./wide-config-columns.tsx";

type ConfigTableProps = {
  label: string;
  rows: readonly ConfigRow<Station>[];
  /** All columns; the first is the row header and is never hidden. */
  columns: readonly ConfigColumn[];
  hidden: ReadonlySet<string>;
  showUniform: boolean;
  showUnused: boolean;
  mode: HighlightMode;
  onHideGroup?: (group: string) => void;
  /** The dialogs that a row can open. */
  opens: readonly RowDialog["kind"][];
  onOpen: (dialog: RowDialog) => void;
};

const HEAD_PX = 196;

/** The configurations of stations side by side, one row per revision. */
export function ConfigTable({ label, rows, columns, ...props }: ConfigTableProps) {
  const { hidden, showUniform, showUnused, mode, onHideGroup, opens, onOpen } = props;
  const stableRows = useSameConfigs(rows);
  const { visible, uniformCount } = useMemo(() => {
    const others = columns.slice(1);
    const visible = shownColumns(others, stableRows, { hidden, showUniform, showUnused });
    const all = showUniform ? visible : shownColumns(others, stableRows, { hidden, showUniform: true, showUnused });
    return { visible, uniformCount: all.length - visible.length };
  }, [columns, stableRows, hidden, showUniform, showUnused]);
  const wide = useMemo(() => wideConfigColumns(visible, stableRows, mode), [visible, stableRows, mode]);
  const head = useMemo(
    () => ({
      title: columns[0]?.title ?? "",
      width: HEAD_PX,
      renderCell: ({ station, config }: ConfigRow<Station>) => (
        <RowHead {...{ station, opens, onOpen }} created={config?.created ?? null} />
      ),
    }),
    [columns, opens, onOpen],
  );
  const firstConfigColumn = visible.find(({ key, kind }) => kind !== "meta" || CONFIG_META.has(key))?.key;

  if (rows.length === 0) {
    return <Empty icon={IconAdjustments} sentence="No stations match your currently selected filters." />;
  }
  return (
    <div className={styles.table}>
      <WideTable
        label={label}
        rows={rows}
        keyOf={rowKey}
        head={head}
        columns={wide}
        noteOf={({ config }) =>
          config === null && firstConfigColumn !== undefined
            ? { text: "No config reported yet", from: firstConfigColumn }
            : null
        }
        renderGroupAction={(group) => onHideGroup && <HideGroup group={group} onHide={onHideGroup} />}
      />
      {uniformCount > 0 && (
        <p className={styles.alike}>
          {`${uniformCount} ${uniformCount === 1 ? "column" : "columns"} hidden because every row has the same value.`}
        </p>
      )}
    </div>
  );
}

/** The columns of the Station group that come from the configuration. */
const CONFIG_META = new Set(["timestamp", "version_api", "version_firmware"]);

function rowKey({ station, config }: ConfigRow<Station>): string {
  return `${station.name} ${config?.created ?? ""}`;
}

function HideGroup({ group, onHide }: { group: string; onHide: (group: string) => void }) {
  const label = `Hide ${group}`;
  return (
    <button type="button" className={styles.button} aria-label={label} title={label} onClick={() => onHide(group)}>
      <Icon icon={IconEyeOff} size="s" />
    </button>
  );
}
