import { useMemo } from "react";
import { hasUnresolvedErrors, type Station, type StationsOfGroup } from "@groundcrew/shared/stations";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { useFreshnessHere } from "../freshness/index.ts";
import { asOfText, countText } from "../lib/index.ts";
import { Icon } from "../ui/index.ts";
import styles from "./station-list.module.css";

type GroupRowProps = {
  /** The field that stations are grouped by. */
  field: string;
  group: StationsOfGroup<Station>;
  isOpen: boolean;
  onToggle: (key: string) => void;
};

/** The heading of a group. Pressing it hides or shows the group's stations. */
export function GroupRow({ field, group, isOpen, onToggle }: GroupRowProps) {
  const { stations } = group;
  const shown = useFreshnessHere();
  const online = useMemo(() => stations.filter((station) => station.last_online_status).length, [stations]);
  const withErrors = useMemo(() => stations.filter(hasUnresolvedErrors).length, [stations]);
  return (
    <button type="button" className={styles.group} aria-expanded={isOpen} onClick={() => onToggle(group.key)}>
      <Icon icon={isOpen ? IconChevronDown : IconChevronRight} />
      <h2>
        <span className={styles.field}>{field}</span> {group.label}
      </h2>
      <span>
        {countText(stations.length, "station")}
        <span className={styles.totals}>
          {` · ${online} online · ${withErrors} with errors${shown.kind === "stale" ? ` as of ${asOfText(shown.asOf)}` : ""}`}
        </span>
      </span>
    </button>
  );
}
