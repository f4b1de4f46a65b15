import { ageMs } from "@groundcrew/shared/lib";
import type { QuarantinedEvent } from "@groundcrew/shared/link";
import { agoText, exactMoment, wholeNumber } from "../lib/index.ts";
import { StationLink } from "../stations/index.ts";
import { eventKind } from "./event-kind.ts";
import styles from "./link.module.css";
import { quarantineText } from "./reasons.ts";

const LINES = { min: 3, max: 12 } as const;
const LINE_CHARACTERS = 80;

/** An event that could not be processed: whose, what, why, when, and the message as it came. */
export function QuarantinedItem({ of, now }: { of: QuarantinedEvent; now: number }) {
  const { station, reason, detail, payload, bytes, last_received, times } = of;
  const ago = agoText(ageMs(last_received, now) ?? 0);
  const lines = Math.ceil(payload.length / LINE_CHARACTERS);
  return (
    <li className={styles.event}>
      <StationLink name={station} className={styles.station}>
        {station}
      </StationLink>
      <span className={styles.kind}>{eventKind(payload) ?? "no kind"}</span>
      <span className={styles.when} title={exactMoment(last_received)}>
        {times === 1 ? ago : `${wholeNumber(times)} times, last ${ago}`}
      </span>
      <div className={styles.why}>
        {quarantineText(reason)}
        {detail !== "" && reason !== "not_json" && <span className={styles.detail}>{detail}</span>}
      </div>
      <details className={styles.raw}>
        <summary>
          {`Raw message, ${wholeNumber(bytes)} bytes`}
          <span className={styles.spoken}>{` of ${station}`}</span>
        </summary>
        <textarea
          className={styles.message}
          aria-label={`Raw message of ${station}`}
          readOnly
          spellCheck={false}
          rows={Math.min(LINES.max, Math.max(LINES.min, lines))}
          value={payload}
        />
      </details>
    </li>
  );
}
