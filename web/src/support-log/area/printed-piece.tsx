import { memo } from "react";
import { errorTime, reduceMessage, type StationError } from "@groundcrew/shared/station-errors";
import { supportLogStatusLabels, type SupportLogEntry, type SupportLogReply } from "@groundcrew/shared/support-log";
import { exactMoment, wholeNumber } from "../../lib/index.ts";
import { titleOf } from "../../station/index.ts";
import type { Fleet } from "../../fleet/index.ts";
import { alertWords } from "../alert-list.tsx";
import { entriesByStation } from "../grouped.ts";
import type { PrintPiece } from "../printout.ts";
import { statusChangeWords } from "../status-changes.tsx";
import styles from "./print-page.module.css";

type PrintedPieceProps = {
  piece: PrintPiece;
  /** Name of the station whose entries the piece before ended with. */
  before: string | undefined;
  fleet: Fleet | undefined;
};

/** Some entries of a printout. A station is named above its first entry. Once made, a piece stays as it is. */
export const PrintedPiece = memo(
  function PrintedPiece({ piece, before, fleet }: PrintedPieceProps) {
    const errors = Map.groupBy(piece.errors, ({ supportlog_entry_id }) => supportlog_entry_id);
    return entriesByStation(piece.entries).map(({ station, entries }) => (
      <section key={station}>
        {station !== before && <h2>{stationWords(station, fleet)}</h2>}
        {entries.map((entry) => (
          <PrintedEntry key={entry.id} entry={entry} errorsOf={(id) => errors.get(id) ?? []} />
        ))}
      </section>
    ));
  },
  (one, other) => one.piece === other.piece,
);

function stationWords(name: string, fleet: Fleet | undefined): string {
  const station = fleet?.stations.get(name);
  if (!station) return name;
  return [titleOf(station), name, station.organization_name, station.location_deployment].filter(Boolean).join(" · ");
}

type ErrorsOf = (entry: number) => readonly StationError[];

function PrintedEntry({ entry, errorsOf }: { entry: SupportLogEntry; errorsOf: ErrorsOf }) {
  return (
    <div className={styles.entry}>
      <Words of={entry} errors={errorsOf(entry.id)} />
      {entry.status_changes.map((change) => (
        <p key={change.changed}>{statusChangeWords(change, exactMoment(change.changed))}</p>
      ))}
      {entry.alerts.map((alert) => (
        <p key={alert.target}>{alertWords(alert)}</p>
      ))}
      {entry.children.map((reply) => (
        <div key={reply.id} className={styles.reply}>
          <Words of={reply} errors={errorsOf(reply.id)} />
        </div>
      ))}
    </div>
  );
}

/** An entry or reply in words: number, status, visibility, author, time, text, tags and the messages of its errors. */
function Words({ of, errors }: { of: SupportLogReply; errors: readonly StationError[] }) {
  const { id, status, author, created, content, tags, attached_errors } = of;
  const missing = attached_errors.length - errors.length;
  return (
    <>
      <h3>
        {[
          `#${id}`,
          supportLogStatusLabels[status],
          of.public ? "Public" : "Private",
          author,
          exactMoment(created),
        ].join(" · ")}
      </h3>
      <p className={styles.content}>{content}</p>
      {tags.length > 0 && <p>{`Tags: ${tags.map(({ name }) => name).join(", ")}`}</p>}
      {errors.length > 0 && (
        <ul className={styles.errors} aria-label={`Errors attached to #${id}`}>
          {errors.map((error) => (
            <li key={error.id}>{errorWords(error)}</li>
          ))}
          {missing > 0 && <li>{`${wholeNumber(missing)} more`}</li>}
        </ul>
      )}
    </>
  );
}

function errorWords(error: StationError): string {
  const { time_handled, solution } = error;
  const handled = time_handled === null ? "Unresolved" : `Resolved ${exactMoment(time_handled)}: ${solution ?? ""}`;
  return `Error ${exactMoment(errorTime(error))}: ${reduceMessage(error.error_message)} (${handled})`;
}
