import { useQuery } from "@tanstack/react-query";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import { errorTime, listStationErrors, reduceMessage } from "@groundcrew/shared/station-errors";
import type { Station } from "@groundcrew/shared/stations";
import { errorsByMinute, minuteOf } from "@groundcrew/shared/stats";
import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import { call, sentenceOf } from "../api/index.ts";
import { exactMoment, momentText } from "../lib/index.ts";
import { Dialog, Empty, Failed, Loading } from "../ui/index.ts";
import styles from "./activity-data.module.css";

type MinuteErrorsProps = {
  station: Pick<Station, "name" | "serial_number" | "clock_skew_ms">;
  /** A time in the minute (s). */
  minute: number;
  onClose: () => void;
};

/** Most errors one call answers with. */
const MOST = 1_000;

/** The errors a station had in one minute. */
export function MinuteErrors({ station, minute, onClose }: MinuteErrorsProps) {
  const { data, error, refetch } = useMinuteErrors(station, minute);
  const title = `${station.serial_number || station.name} Errors`;

  return (
    <Dialog title={title} subtitle={momentText(minute * 1_000)} icon={IconAlertTriangle} size="form" onClose={onClose}>
      {error ? (
        <Failed
          sentence="Loading the error list for this station failed"
          reason={sentenceOf(error)}
          onReload={() => void refetch()}
        />
      ) : data === undefined ? (
        <Loading />
      ) : data.errors.length === 0 ? (
        <Empty
          icon={IconCircleCheck}
          sentence={
            data.isCut
              ? "More errors were logged since than can be searched here."
              : `No errors were logged in the minute of ${momentText(minute * 1_000)}.`
          }
        />
      ) : (
        <ul className={styles.list} aria-label={`Errors of ${momentText(minute * 1_000)}`}>
          {data.errors.map((one) => (
            <li key={one.id}>
              <span className={styles.message}>{reduceMessage(one.error_message)}</span>
              <span className={styles.when} title={exactMoment(errorTime(one))}>
                {`Logged ${exactMoment(one.time_logged)}${one.job_type === null ? "" : ` · ${one.job_type}`}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function useMinuteErrors({ name, clock_skew_ms }: MinuteErrorsProps["station"], minute: number) {
  const wanted = minuteOf(new Date(minute * 1_000).toISOString());
  // An error is placed by the station's clock but asked for by the server's, which may be behind.
  const after = wanted * 1_000 - Math.max(0, clock_skew_ms ?? 0) - 10 * MINUTE_MS;
  return useQuery({
    queryKey: ["minute-errors", name, wanted],
    queryFn: async ({ signal }) => {
      const query = { filter_after: new Date(after).toISOString(), limit: MOST };
      const { status, body } = await call(
        listStationErrors,
        { params: { station: name }, query, headers: {} },
        { signal },
      );
      const errors = status === 200 ? body : [];
      return { errors: errorsByMinute(errors).get(wanted) ?? [], isCut: errors.length === MOST };
    },
    staleTime: MINUTE_MS,
  });
}
