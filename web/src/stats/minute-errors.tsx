import { errorTime, jobTypeOf, listStationErrors, reduceMessage } from "@groundcrew/shared/station-errors";
import type { Station } from "@groundcrew/shared/stations";
import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import { exactMoment, momentText } from "../lib/index.ts";
import { LoadedErrors } from "../station-errors/index.ts";
import { Dialog, Empty } from "../ui/index.ts";
import { useServerData } from "../data/index.ts";

type MinuteErrorsProps = {
  station: Pick<Station, "name" | "serial_number">;
  /** The start of the minute (s). */
  minute: number;
  onClose: () => void;
};

/** The errors that occurred at a station in one minute. */
export function MinuteErrors({ station, minute, onClose }: MinuteErrorsProps) {
  const query = useMinuteErrors(station, minute);
  const title = `${station.serial_number || station.name} Errors`;
  const time = momentText(minute * 1_000);

  return (
    <Dialog title={title} subtitle={time} icon={IconAlertTriangle} size="form" onClose={onClose}>
      <LoadedErrors
        query={query}
        empty={<Empty icon={IconCircleCheck} sentence={`No errors were logged in the minute of ${time}.`} />}
      >
        {(errors) => (
          <ul className="small ruled" aria-label={`Errors of ${time}`}>
            {errors.map((error) => (
              <li key={error.id} className="py-2">
                <span className="block anywhere pre-line">{reduceMessage(error.error_message)}</span>
                <span className="block caption muted" title={exactMoment(errorTime(error))}>
                  {[`Logged ${exactMoment(error.time_logged)}`, jobTypeOf(error)].filter(Boolean).join(" · ")}
                </span>
              </li>
            ))}
          </ul>
        )}
      </LoadedErrors>
    </Dialog>
  );
}

function useMinuteErrors({ name }: MinuteErrorsProps["station"], minute: number) {
  const time = new Date(minute * 1_000).toISOString();
  return useServerData(listStationErrors, { params: { station: name }, query: { filter_minute: time }, headers: {} });
}
