import type { ReactNode } from "react";
import type { InvalidMessage } from "@groundcrew/shared/link";
import { Age } from "../../kit/index.ts";
import { wholeNumber } from "../../lib/index.ts";
import { StationLink } from "../../station/index.ts";
import styles from "../manage.module.css";
import { faultText } from "./message-texts.ts";

type MessageItemProps = {
  message: Pick<InvalidMessage, "station" | "reason" | "detail" | "last_received" | "times">;
  /** The kind of message. */
  kind: string;
  /** More details. */
  children?: ReactNode;
};

/** A message that could not be processed: its station, kind, reason and time. */
export function MessageItem({ message, kind, children }: MessageItemProps) {
  const { station, reason, detail, last_received, times } = message;
  return (
    <li className={`grid ${styles.event}`}>
      <StationLink name={station} className={`py-1 anywhere ${styles.station}`}>
        {station}
      </StationLink>
      <span className={styles.kind}>{kind}</span>
      <span className={`muted ${styles.when}`}>
        {times > 1 && `${wholeNumber(times)} times, last `}
        <Age since={last_received} />
      </span>
      <div className={styles.why}>
        {faultText(reason)}
        {detail !== "" && <span className={`block muted ${styles.detail}`}>{detail}</span>}
      </div>
      {children}
    </li>
  );
}
