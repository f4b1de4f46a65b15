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
  /** All columns there are; the first heads the rows and is never hidden. */
  columns: readonly ConfigColumn[];
  hidden: ReadonlySet<string>;
  showUniform: boolean;
  showUnused: boolean;
  mode: HighlightMode;
  onHideGroup?: (group: string) => void;
  /** Which dialogs a row opens. */
  opens: readonly RowDialog["kind"][];
  onOpen: (dialog: RowDialog) => void;
};

const HEAD_PX = 196;

/** The configurations of stations side by side, one row for each revision. */
export function ConfigTable({ label, rows, columns, ...props }: ConfigTableProps) {
  const { hidden, showUniform, showUnused, mode, onHideGroup, opens, onOpen } = props;
  const known = useSameConfigs(rows);
  const { shown, alike } = useMemo(() => {
    const others = columns.slice(1);
    const shown = shownColumns(others, known, { hidden, showUniform, showUnused });
    const all = showUniform ? shown : shownColumns(others, known, { hidden, showUniform: true, showUnused });
    return { shown, alike: all.length - shown.length };
  }, [columns, known, hidden, showUniform, showUnused]);
  const wide = useMemo(() => wideConfigColumns(shown, known, mode), [shown, known, mode]);
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
  const firstOfConfig = shown.find(({ key, kind }) => kind !== "meta" || OF_CONFIG.has(key))?.key;

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
          config === null && firstOfConfig !== undefined
            ? { text: "No config reported yet", from: firstOfConfig }
            : null
        }
        renderGroupAction={(group) => onHideGroup && <HideGroup group={group} onHide={onHideGroup} />}
      />
      {alike > 0 && (
        <p className={styles.alike}>
          {`${alike} ${alike === 1 ? "column" : "columns"} hidden because every row has the same value.`}
        </p>
      )}
    </div>
  );
}

/** Columns about the station that its configuration fills. */
const OF_CONFIG = new Set(["timestamp", "version_api", "version_firmware"]);

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
