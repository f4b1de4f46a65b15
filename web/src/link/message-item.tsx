import type { ReactNode } from "react";
import { ageMs } from "@groundcrew/shared/lib";
import type { InvalidMessage } from "@groundcrew/shared/link";
import { agoText, exactMoment, wholeNumber } from "../lib/index.ts";
import { StationLink } from "../station/index.ts";
import styles from "./link.module.css";
import { faultText } from "./message-texts.ts";

type MessageItemProps = {
  message: Pick<InvalidMessage, "station" | "reason" | "detail" | "last_received" | "times">;
  /** The kind of message. */
  kind: string;
  now: number;
  /** More details. */
  children?: ReactNode;
};

/** A message that could not be processed: its station, kind, reason and time. */
export function MessageItem({ message, kind, now, children }: MessageItemProps) {
  const { station, reason, detail, last_received, times } = message;
  const ago = agoText(ageMs(last_received, now) ?? 0);
  return (
    <li className={styles.event}>
      <StationLink name={station} className={styles.station}>
        {station}
      </StationLink>
      <span className={styles.kind}>{kind}</span>
      <span className={styles.when} title={exactMoment(last_received)}>
        {times === 1 ? ago : `${wholeNumber(times)} times, last ${ago}`}
      </span>
      <div className={styles.why}>
        {faultText(reason)}
        {detail !== "" && <span className={styles.detail}>{detail}</span>}
      </div>
      {children}
    </li>
  );
}
