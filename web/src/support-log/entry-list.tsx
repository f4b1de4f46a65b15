import type { SupportLogEntry } from "@groundcrew/shared/support-log";
import styles from "./station-log.module.css";
import { EntryView } from "./entry-view.tsx";
import { useGrowing } from "./use-growing.ts";

type EntryListProps = { label: string; entries: readonly SupportLogEntry[] };

/** The entries of one station in the order of the log. Of a long one the end comes when someone gets there. */
export function EntryList({ label, entries }: EntryListProps) {
  const { shown, isWhole, end } = useGrowing(entries.length);
  return (
    <section className={styles.panel} aria-label={label}>
      {entries.slice(0, shown).map((entry) => (
        <EntryView key={entry.id} entry={entry} target={null} />
      ))}
      {!isWhole && <div ref={end} className={styles.end} />}
    </section>
  );
}
