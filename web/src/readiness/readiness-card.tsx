import { DAY_MS, type Timestamp } from "@groundcrew/shared/lib";
import { dayStart, getStationReadiness, notCheckedText, type StationReadinessNow } from "@groundcrew/shared/readiness";
import { isManager, type SessionUser } from "@groundcrew/shared/sessions";
import type { Station } from "@groundcrew/shared/stations";
import { stationTypeLabels } from "@groundcrew/shared/telemetry";
import { choice, keyed, viewOf } from "@groundcrew/shared/view";
import { IconHistory } from "@tabler/icons-react";
import { useServerData } from "../data/index.ts";
import { Age, Loaded, useView } from "../kit/index.ts";
import { clockText, listText } from "../lib/index.ts";
import { useReading } from "../station/index.ts";
import { CompactSlots, useSnapshot } from "../telemetry/index.ts";
import { Button, Card, lazyDialog, PlainLink } from "../ui/index.ts";
import { LastDays } from "./last-days.tsx";
import { ReasonList } from "./reason-list.tsx";
import styles from "./readiness.module.css";

type CardProps = { station: Station; user: SessionUser; now: number };

const HistoryDialog = lazyDialog(async () => (await import("./history-dialog.tsx")).HistoryDialog);

/** The open dialog of the card. */
const readinessView = viewOf("readiness", { open: keyed("readiness", choice(["history"])) });

/** The days in the card, with today. */
const LAST_DAYS = 30;

/** Whether a drone can land and swap at a station, why not, and where to look. Retired stations have none. */
export function ReadinessCard(props: CardProps) {
  const { station, now } = props;
  const { view, change } = useView(readinessView);
  const from = new Date(dayStart(now) - (LAST_DAYS - 1) * DAY_MS).toISOString();
  const query = useServerData(
    getStationReadiness,
    station.retired === null ? { params: { station: station.name }, query: { from } } : null,
    { keepsPrevious: true },
  );
  if (station.retired !== null) return null;
  return (
    <Card
      title="Readiness"
      aside={
        <Button icon={IconHistory} onClick={() => change({ open: "history" })}>
          History
        </Button>
      }
      className="mb-4"
    >
      <Loaded query={query} content="the readiness">
        {({ readiness, evaluated, ignored, history }) =>
          readiness === null ? (
            <p className="small muted">Not evaluated yet</p>
          ) : (
            <>
              <div className={`grid ${styles.parts}`}>
                <section className="min-0" aria-label="Why">
                  <h3 className="label mb-1">Why</h3>
                  <ReasonList {...props} readiness={readiness} ignored={ignored} />
                </section>
                {readiness.slots !== null && <Charger {...props} readiness={readiness} />}
                {history && <LastDays history={history} count={LAST_DAYS} now={now} />}
              </div>
              <Foot {...props} readiness={readiness} evaluated={evaluated} />
            </>
          )
        }
      </Loaded>
      {view.open === "history" && <HistoryDialog station={station} onClose={() => change({ open: "" })} />}
    </Card>
  );
}

type PartProps = { station: Station; readiness: StationReadinessNow };

/** The contents of the charger's slots, and when more will be charged. */
function Charger({
  station,
  now,
  readiness: { charged, slots, needed, expected },
}: PartProps & Pick<CardProps, "now">) {
  const { isStale } = useReading(station);
  const batteries = useSnapshot(station.name).data?.station?.last_telemetry_data?.charger_info?.batteries;
  const isLive = station.last_online_status && !isStale;
  const label = stationTypeLabels[station.station_type];
  // What was expected of a station that no longer reports is not.
  const coming = isLive ? expected.filter(({ at }) => Date.parse(at) > now) : [];
  const times = coming.map(({ slot, at }) => `${clockText(at)} (slot ${slot})`);
  return (
    <section className="min-0" aria-label="Charger">
      <h3 className="label mb-2">
        Charger <span className="normal muted">{`${charged ?? 0} of ${slots ?? 0} charged, ${needed} needed`}</span>
      </h3>
      {batteries && <CompactSlots batteries={batteries} count={slots ?? 0} isLive={isLive} />}
      {times.length > 0 && (
        <p className="caption muted mt-2">
          {`Charged at about ${listText(times)}. From the last charges of ${label} stations.`}
        </p>
      )}
    </section>
  );
}

type FootProps = PartProps & Pick<CardProps, "user"> & { evaluated: Timestamp | null };

function Foot({ station, readiness, user, evaluated }: FootProps) {
  const notChecked = notCheckedText(readiness.not_checked, station.station_type);
  const label = stationTypeLabels[station.station_type];
  if (notChecked === null && !isManager(user) && evaluated === null) return null;
  return (
    <div className={`row wrap gap-1-4 caption muted mt-3 ${styles.foot}`}>
      {notChecked !== null && <span>{`${notChecked}.`}</span>}
      {isManager(user) && (
        <PlainLink href={`/manage/readiness?rd-type=${station.station_type}`} className={styles.link}>
          {`Rules for ${label} stations`}
        </PlainLink>
      )}
      {user.can_admin && (
        <PlainLink
          href={`/manage/readiness?rd-type=${station.station_type}&rd-station=${station.name}`}
          className={styles.link}
        >
          Rules for this station
        </PlainLink>
      )}
      {evaluated !== null && (
        <span className="push-right">
          Evaluated <Age since={evaluated} />
        </span>
      )}
    </div>
  );
}
