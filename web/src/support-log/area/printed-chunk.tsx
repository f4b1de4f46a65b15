import { memo } from "react";
import { errorTime, reduceMessage, type StationError } from "@groundcrew/shared/station-errors";
import { supportLogStatusLabel, type SupportLogEntry, type SupportLogReply } from "@groundcrew/shared/support-log";
import type { Fleet } from "../../data/fleet/index.ts";
import { exactMoment, wholeNumber } from "../../lib/index.ts";
import { stationTitle } from "../../station/index.ts";
import { entriesByStation } from "../log-entries.ts";
import { alertText, statusChangeText } from "../incident-history.tsx";
import type { PrintChunk } from "../printout.ts";
import styles from "./support-log.module.css";

type PrintedChunkProps = {
  chunk: PrintChunk;
  /** The name of the last station in the previous chunk. */
  before: string | undefined;
  fleet: Fleet | undefined;
};

/** Some entries of a printout. The first entry of a station has the station's name above it. A chunk never changes once rendered. */
export const PrintedChunk = memo(
  function PrintedChunk({ chunk, before, fleet }: PrintedChunkProps) {
    const errors = Map.groupBy(chunk.errors, ({ supportlog_entry_id }) => supportlog_entry_id);
    return entriesByStation(chunk.entries).map(({ station, entries }) => (
      <section key={station}>
        {station !== before && <h2>{stationText(station, fleet)}</h2>}
        {entries.map((entry) => (
          <PrintedEntry key={entry.id} entry={entry} errorsOf={(id) => errors.get(id) ?? []} />
        ))}
      </section>
    ));
  },
  (previous, next) => previous.chunk === next.chunk,
);

function stationText(name: string, fleet: Fleet | undefined): string {
  const station = fleet?.stations.get(name);
  if (!station) return name;
  return [stationTitle(station), name, station.organization_name, station.location_deployment]
    .filter(Boolean)
    .join(" · ");
}

type ErrorsOf = (entry: number) => readonly StationError[];

function PrintedEntry({ entry, errorsOf }: { entry: SupportLogEntry; errorsOf: ErrorsOf }) {
  return (
    <div className={`py-2 border-below ${styles.printedEntry}`}>
      <EntryText entry={entry} errors={errorsOf(entry.id)} />
      {entry.status_changes.map((change) => (
        <p key={change.changed}>{statusChangeText(change, exactMoment(change.changed))}</p>
      ))}
      {entry.alerts.map((alert) => (
        <p key={alert.target}>{alertText(alert)}</p>
      ))}
      {entry.children.map((reply) => (
        <div key={reply.id} className={`pl-3 ${styles.reply}`}>
          <EntryText entry={reply} errors={errorsOf(reply.id)} />
        </div>
      ))}
    </div>
  );
}

/** An entry or reply as text: number, status, visibility, author, time, content, tags and the messages of its errors. */
function EntryText({ entry, errors }: { entry: SupportLogReply; errors: readonly StationError[] }) {
  const { id, status, author, created, content, tags, attached_errors } = entry;
  const missing = attached_errors.length - errors.length;
  return (
    <>
      <h3 className="label">
        {[
          `#${id}`,
          supportLogStatusLabel(status),
          entry.public ? "Public" : "Private",
          author,
          exactMoment(created),
        ].join(" · ")}
      </h3>
      <p className="pre-wrap">{content}</p>
      {tags.length > 0 && <p>{`Tags: ${tags.map(({ name }) => name).join(", ")}`}</p>}
      {errors.length > 0 && (
        <ul className="pl-3" aria-label={`Errors attached to #${id}`}>
          {errors.map((error) => (
            <li key={error.id}>{errorText(error)}</li>
          ))}
          {missing > 0 && <li>{`${wholeNumber(missing)} more`}</li>}
        </ul>
      )}
    </>
  );
}

function errorText(error: StationError): string {
  const { time_handled, solution } = error;
  const handled = time_handled === null ? "Unresolved" : `Resolved ${exactMoment(time_handled)}: ${solution ?? ""}`;
  return `Error ${exactMoment(errorTime(error))}: ${reduceMessage(error.error_message)} (${handled})`;
}
