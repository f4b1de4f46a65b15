import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { countText } from "../lib/index.ts";
import { Icon } from "../ui/index.ts";
import styles from "./station-list.module.css";
import type { ViewGroup } from "./station-view.ts";

type GroupRowProps = { group: ViewGroup; isOpen: boolean; onToggle: (key: string) => void };

/** The heading of a group. Pressing it hides or shows the group's stations. */
export function GroupRow({ group, isOpen, onToggle }: GroupRowProps) {
  const count = group.stations.length;
  return (
    <button type="button" className={styles.group} aria-expanded={isOpen} onClick={() => onToggle(group.key)}>
      <Icon of={isOpen ? IconChevronDown : IconChevronRight} />
      <h2>{group.label}</h2>
      <span>
        {countText(count, "station")}
        <span className={styles.totals}>{` · ${group.online} online · ${group.withErrors} with errors`}</span>
      </span>
    </button>
  );
}
