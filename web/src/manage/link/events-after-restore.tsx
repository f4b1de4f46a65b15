import type { RestoreProgress } from "@groundcrew/shared/link";
import { countText, momentText, wholeNumber } from "../../lib/index.ts";
import { StationLink } from "../../station/index.ts";
import { Notice } from "../../ui/index.ts";
import styles from "../manage.module.css";
import { ListCard } from "../../kit/index.ts";
import { useRestoreProgress } from "./use-link.ts";

/** How far stations are with sending again what a restore of the database has lost. Shows nothing unless there was one in the last 30 days. */
export function EventsAfterRestore() {
  const query = useRestoreProgress();
  if (!query.data) return null;
  return (
    <ListCard
      title="Events After Restore"
      description={`The database was restored on ${momentText(query.data.restored)}. Stations send again what they had reported since its backup, and each event counts once.`}
      content="the progress of the restore"
      query={query}
    >
      {(progress) => progress && <Progress progress={progress} />}
    </ListCard>
  );
}

function Progress({ progress }: { progress: RestoreProgress }) {
  const { taken, answered, waiting, unable, events, waiting_stations, incomplete_stations } = progress;
  const all = answered + waiting;
  const backup = `the backup of ${momentText(taken)}`;
  return (
    <>
      <Notice tone={waiting > 0 ? "info" : "success"}>
        {waiting > 0
          ? `Asking stations for events since ${backup}: ${wholeNumber(answered)} of ${countText(all, "station")} sent them.`
          : `${countText(all, "station")} sent their events since ${backup}.`}
        {` ${countText(events, "event")} arrived again, including those that were in the backup.`}
      </Notice>
      <Stations label="Not yet" count={waiting} names={waiting_stations}>
        Stations are asked when they connect. With an external broker, restart it, so that all of them connect again.
      </Stations>
      <Stations label="Possibly incomplete data" count={incomplete_stations.length} names={incomplete_stations}>
        These stations had deleted some events, or cannot know whether they had.
      </Stations>
      {unable > 0 && (
        <p className={`soft ${styles.note}`}>
          {`${countText(unable, "station")} cannot send events again. What they reported since the backup is lost.`}
        </p>
      )}
    </>
  );
}

type StationsProps = { label: string; count: number; names: readonly string[]; children: string };

function Stations({ label, count, names, children }: StationsProps) {
  if (count === 0) return null;
  return (
    <details className={`mt-3 ${styles.stations}`}>
      <summary>{`${label}: ${countText(count, "station")}`}</summary>
      <p className={`soft ${styles.note}`}>{children}</p>
      <ul aria-label={label}>
        {names.map((name) => (
          <li key={name}>
            <StationLink name={name} className={`py-1 anywhere ${styles.station}`}>
              {name}
            </StationLink>
          </li>
        ))}
      </ul>
      {count > names.length && (
        <p className={`soft ${styles.note}`}>{`And ${wholeNumber(count - names.length)} more.`}</p>
      )}
    </details>
  );
}
