import { Link, useLocation } from "@tanstack/react-router";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { SUPPORT_LOG_MAX, type SupportLogEntry } from "@groundcrew/shared/support-log";
import { IconNotes, IconPrinter } from "@tabler/icons-react";
import type { Fleet } from "../../data/fleet/index.ts";
import { oldest } from "../../data/freshness/index.ts";
import { KeyHints, Loaded, NoMatches, type ViewInAddress } from "../../kit/index.ts";
import { countText, wholeNumber } from "../../lib/index.ts";
import { Button, buttonClass, Empty, Icon, Notice, Spinner } from "../../ui/index.ts";
import { findLineKey } from "../log-entries.ts";
import { entryInHash, logView, type LogView } from "../view.ts";
import { LogFilters, useFilteredLog } from "./log-filters.tsx";
import { LogLines } from "./log-lines.tsx";
import styles from "./support-log.module.css";

const NO_ENTRIES: readonly SupportLogEntry[] = [];

/** The support log entries of all stations. */
export function EntriesPage({ user }: { user: SessionUser }) {
  const { inAddress, log, entries, counts, findStation, fleet, fleetFreshness, ...query } = useFilteredLog(user);
  const target = useLocation({ select: ({ hash }) => entryInHash(hash) });
  const { view, isNarrowed, change } = inAddress;
  const shownFreshness = oldest(query.freshness, fleetFreshness);
  const isComplete = view.t === "all" && !isNarrowed;

  return (
    <>
      <LogFilters log={log ?? NO_ENTRIES} findStation={findStation} counts={counts} view={inAddress} />
      <div className="min-32 row wrap gap-2 mb-4 no-print">
        <output className={`soft ${styles.count}`}>{log && entries && countLabel(entries.length, log.length)}</output>
        {query.isPlaceholderData && <Spinner label="Loading..." />}
        <span className="caption muted">
          <KeyHints />
        </span>
        <Link to="/supportlog/print" search={true} className={buttonClass("plain")}>
          <Icon icon={IconPrinter} />
          Print
        </Link>
      </div>
      <p className="print-only">Only part of this page is printed. The Print button prints the support log.</p>
      <Loaded query={{ ...query, data: log && entries, freshness: shownFreshness }} content="the support log">
        {(entries) => (
          <Log
            entries={entries}
            hasMore={(log?.length ?? 0) >= SUPPORT_LOG_MAX}
            fleet={fleet}
            target={target}
            view={inAddress}
            {...(!isComplete && { onShowAll: () => change(logView.read({})) })}
          />
        )}
      </Loaded>
    </>
  );
}

type LogProps = {
  fleet: Fleet | undefined;
  view: ViewInAddress<LogView>;
  /** The id of the entry in the address. */
  target: number | null;
  entries: readonly SupportLogEntry[];
  /** Whether the log has more entries than were loaded. */
  hasMore: boolean;
  /** Shows all entries; absent when all are shown. */
  onShowAll?: () => void;
};

function Log({ view, entries, hasMore, fleet, target, onShowAll }: LogProps) {
  const all = onShowAll && <Button onClick={onShowAll}>Show All</Button>;
  return (
    <>
      {target !== null && findLineKey(entries, target) === undefined && (
        <Notice className="mb-4" tone="warning" action={all}>
          {`Entry #${target} is not among the entries shown here.`}
        </Notice>
      )}
      {hasMore && (
        <Notice className="mb-4" tone="info">
          {`This log has more than ${wholeNumber(SUPPORT_LOG_MAX)} entries. All open incidents and the newest other entries are listed; older ones are in the logs of their stations.`}
        </Notice>
      )}
      {entries.length === 0 ? (
        <NoMatches of="entries" view={view}>
          <Empty icon={IconNotes} sentence={onShowAll ? "No entries in this period" : "There are no entries yet."} />
        </NoMatches>
      ) : (
        <LogLines entries={entries} fleet={fleet} target={target} />
      )}
    </>
  );
}

function countLabel(visible: number, all: number): string {
  const total = countText(all, "entry");
  return visible === all ? total : `${wholeNumber(visible)} of ${total}`;
}
