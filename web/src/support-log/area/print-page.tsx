import { useEffect, useRef, useState } from "react";
import { Link } from "@tanstack/react-router";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { listAttachedErrors, type SupportLogEntry } from "@groundcrew/shared/support-log";
import { IconArrowLeft, IconPrinter } from "@tabler/icons-react";
import { call, errorSentence } from "../../data/api/index.ts";
import { useConsole } from "../../console/index.ts";
import type { Fleet } from "../../data/fleet/index.ts";
import { Loaded, PageHead } from "../../kit/index.ts";
import { countText, exactMoment, nextTask, useUnsafeToReload, wholeNumber } from "../../lib/index.ts";
import { Button, buttonClass, Icon, Notice } from "../../ui/index.ts";
import { errorRequests, filterText, pageEstimate, printChunks, type PrintChunk } from "../printout.ts";
import { LogFilters, useFilteredLog } from "./log-filters.tsx";
import styles from "./support-log.module.css";
import { PrintedChunk } from "./printed-chunk.tsx";

/** The print page of the support log: filters, size estimate and the printout. */
export function PrintPage({ user }: { user: SessionUser }) {
  const { inAddress, log, entries, counts, findStation, fleet, ...query } = useFilteredLog(user);
  const { view } = inAddress;
  // A changed view discards the printout.
  const viewKey = JSON.stringify(view);

  return (
    <>
      <div className="no-print">
        <PageHead name="Print Support Log" />
        <LogFilters log={log ?? []} findStation={findStation} counts={counts} view={inAddress} />
      </div>
      <Loaded query={{ ...query, data: entries }} content="the support log">
        {(entries) => (
          <Printing
            key={viewKey}
            entries={entries}
            fleet={fleet}
            details={{ filter: filterText(view), by: user.name || user.email }}
          />
        )}
      </Loaded>
    </>
  );
}

type PrintingProps = {
  entries: readonly SupportLogEntry[];
  fleet: Fleet | undefined;
  details: { filter: string; by: string };
};

function Printing({ entries, fleet, details }: PrintingProps) {
  const { brand } = useConsole();
  const { printout, preparePrintout, cancel } = usePrintout();
  const [startedAt, setStartedAt] = useState(0);
  const { state, chunks, done } = printout;
  useUnsafeToReload(state === "making" || state === "ready");
  useEffect(() => {
    if (state === "ready") window.print();
  }, [state]);

  function handlePrint() {
    setStartedAt(Date.now());
    void preparePrintout(entries);
  }

  return (
    <>
      <div className="no-print">
        <div className="min-32 row wrap gap-2 mb-4">
          <output className={`soft ${styles.count}`}>
            {state === "making"
              ? `Preparing ${wholeNumber(done)} of ${countText(entries.length, "entry")}`
              : sizeEstimate(entries)}
          </output>
          <Link to="/supportlog/entries" search={true} className={buttonClass("plain")}>
            <Icon icon={IconArrowLeft} />
            Back to Support Log
          </Link>
          {state === "making" ? (
            <Button onClick={cancel}>Cancel</Button>
          ) : (
            <Button tone="main" icon={IconPrinter} disabled={entries.length === 0} onClick={handlePrint}>
              Print
            </Button>
          )}
        </div>
        {printout.state === "failed" && <Notice tone="danger">{printout.reason}</Notice>}
      </div>
      {chunks.length > 0 && (
        <article className={`anywhere small panel ${styles.paper}`} aria-label="Printout">
          <h1>{`${brand.product} Support Log`}</h1>
          <p>{`Printed ${exactMoment(startedAt)} by ${details.by}`}</p>
          <p>{`${details.filter} · ${countText(entries.length, "entry")}`}</p>
          {chunks.map((chunk, index) => (
            <PrintedChunk
              key={chunk.entries[0]?.id}
              chunk={chunk}
              before={chunks[index - 1]?.entries.at(-1)?.station_name}
              fleet={fleet}
            />
          ))}
        </article>
      )}
    </>
  );
}

function sizeEstimate(entries: readonly SupportLogEntry[]): string {
  if (entries.length === 0) return "No matching entries";
  const stations = new Set(entries.map(({ station_name }) => station_name)).size;
  return `${countText(entries.length, "entry")} of ${countText(stations, "station")}, about ${countText(pageEstimate(entries), "page")}`;
}

/** The progress of a printout. `done` counts entries. */
type Printout = { chunks: readonly PrintChunk[]; done: number } & (
  | { state: "empty" | "making" | "ready" }
  | { state: "failed"; reason: string }
);

const EMPTY: Printout = { state: "empty", chunks: [], done: 0 };

/** Prepares a printout chunk by chunk, so that the page stays responsive. */
function usePrintout() {
  const [printout, setPrintout] = useState(EMPTY);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  function cancel() {
    running.current?.abort();
    setPrintout(EMPTY);
  }

  async function preparePrintout(log: readonly SupportLogEntry[]): Promise<void> {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    let current: Printout = { state: "making", chunks: [], done: 0 };
    setPrintout(current);
    try {
      for (const entries of printChunks(log)) {
        const chunk = { entries, errors: await loadAttachedErrors(entries, signal) };
        await nextTask();
        if (signal.aborted) return;
        current = { state: "making", chunks: [...current.chunks, chunk], done: current.done + entries.length };
        setPrintout(current);
      }
      setPrintout({ ...current, state: "ready" });
    } catch (error) {
      if (!signal.aborted) setPrintout({ ...current, state: "failed", reason: errorSentence(error) });
    }
  }

  return { printout, preparePrintout, cancel };
}

async function loadAttachedErrors(entries: readonly SupportLogEntry[], signal: AbortSignal) {
  const replies = [];
  for (const ids of errorRequests(entries)) {
    replies.push((await call(listAttachedErrors, { query: { entries: ids.join(",") } }, { signal })).body);
  }
  return replies.flat();
}
