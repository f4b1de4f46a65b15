import type { SupportLogEntry } from "@groundcrew/shared/support-log";
import styles from "./station-log.module.css";
import { EntryView } from "./entry-view.tsx";
import { useGrowing } from "./use-growing.ts";

type EntryListProps = { label: string; entries: readonly SupportLogEntry[] };

/** The entries of one station in the order of the log. A long list is extended as the user scrolls. */
export function EntryList({ label, entries }: EntryListProps) {
  const { visible, isComplete, end } = useGrowing(entries.length);
  return (
    <section className={styles.panel} aria-label={label}>
      {entries.slice(0, visible).map((entry) => (
        <EntryView key={entry.id} entry={entry} target={null} />
      ))}
      {!isComplete && <div ref={end} className={styles.end} />}
    </section>
  );
}
