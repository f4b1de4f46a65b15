import {
  listSsotEntries,
  shownValue,
  newRow,
  ssotFields,
  type SavedEntry,
  type SsotField,
} from "@groundcrew/shared/ssot";
import type { StationTypeMetadata } from "@groundcrew/shared/station-types";
import type { Station } from "@groundcrew/shared/stations";
import { IconHistory } from "@tabler/icons-react";
import { Loaded, Time } from "../kit/index.ts";
import { stationTitle } from "../station/index.ts";
import { CheckMark, classes, Dialog, Empty, Table } from "../ui/index.ts";
import styles from "./entry-table.module.css";
import { useServerData } from "../data/index.ts";

type HistoryDialogProps = { station: Station; metadata: StationTypeMetadata; onClose: () => void };

/** A station's earlier SSoT entries, read-only, newest first. */
export function HistoryDialog({ station, metadata, onClose }: HistoryDialogProps) {
  const query = useServerData(listSsotEntries, { params: { station: station.name }, query: {} });
  return (
    <Dialog title="SSoT History" subtitle={stationTitle(station)} icon={IconHistory} size="wide" onClose={onClose}>
      <Loaded
        query={query}
        content="the SSoT history"
        empty={<Empty icon={IconHistory} sentence="Nothing has been saved for this station yet." />}
      >
        {(entries) => <Entries entries={entries} fields={ssotFields(metadata.ssot_labels, entries)} />}
      </Loaded>
    </Dialog>
  );
}

function Entries({ entries, fields }: { entries: readonly SavedEntry[]; fields: readonly SsotField[] }) {
  const labels = fields.map(({ label }) => label);
  const hasAuthors = entries.some((entry) => entry["author"] !== undefined);
  return (
    <Table label="SSoT History" head={["Saved At", ...(hasAuthors ? ["Saved By"] : []), ...labels].map(tableColumn)}>
      {entries.map((entry, index) => (
        <tr key={entry.created}>
          <td className={styles.value}>
            <Time at={entry.created} />
          </td>
          {hasAuthors && <td className={styles.value}>{entry["author"] ?? "–"}</td>}
          {fields.map((field) => (
            <Value key={field.name} field={field} entry={entry} before={entries[index + 1]} />
          ))}
        </tr>
      ))}
    </Table>
  );
}

function tableColumn(label: string): { label: string } {
  return { label };
}

type ValueProps = { field: SsotField; entry: SavedEntry; before: SavedEntry | undefined };

/** A field of a revision, highlighted if it differs from the previous revision. */
function Value({ field, entry, before }: ValueProps) {
  const value = shownValue(newRow(entry), field.name);
  const isChanged = before !== undefined && (shownValue(newRow(before), field.name) || false) !== (value || false);
  return (
    <td
      className={classes(styles.value, isChanged && styles.changed)}
      title={isChanged ? "Changed in this revision" : undefined}
    >
      {field.kind === "flag" ? (
        <CheckMark isChecked={value === true} label={field.label} />
      ) : (
        <span className={`pre-wrap block anywhere ${styles.historyText}`}>
          {typeof value === "string" ? value : ""}
        </span>
      )}
    </td>
  );
}
