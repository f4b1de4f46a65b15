import { ageMs } from "@groundcrew/shared/lib";
import type { StationWithSnapshot } from "@groundcrew/shared/stations";
import { IconClock } from "@tabler/icons-react";
import { useServerNow } from "../clock/index.ts";
import { agoText, clockText, exactMoment } from "../lib/index.ts";
import { Icon } from "../ui/index.ts";
import styles from "./telemetry.module.css";

/** The age of the telemetry. */
export function TelemetryAge({ station }: { station: Pick<StationWithSnapshot, "last_telemetry"> }) {
  const now = useServerNow();
  const { last_telemetry: at } = station;
  const age = ageMs(at, now);
  if (at === null || age === null) return null;
  return (
    <span className={styles.age} title={exactMoment(at)}>
      <Icon icon={IconClock} size="s" />
      <span className={styles.from}>{`Telemetry from ${clockText(at)} · `}</span>
      {agoText(age)}
    </span>
  );
}
