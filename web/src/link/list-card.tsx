import type { ReactNode } from "react";
import { ageMs } from "@groundcrew/shared/lib";
import type { InvalidMessage } from "@groundcrew/shared/link";
import { IconRefresh } from "@tabler/icons-react";
import { type Freshness } from "../freshness/index.ts";
import { Loaded } from "../kit/index.ts";
import { agoText, exactMoment, wholeNumber } from "../lib/index.ts";
import { StationLink } from "../station/index.ts";
import { Button, Card } from "../ui/index.ts";
import styles from "./link.module.css";
import { faultText } from "./message-texts.ts";

type ListCardProps<Data> = {
  title: string;
  /** What is listed, and for which period. */
  description: string;
  /** What is listed, as a noun: `backups`. */
  content: string;
  query: {
    data: Data | undefined;
    error: Error | null;
    isFetching: boolean;
    freshness: Freshness;
    refetch: () => Promise<void>;
  };
  children: (data: Data) => ReactNode;
};

/** A card with a list of problems, and its loading, failed and empty states. Loaded items stay when a later request fails. */
export function ListCard<Data>({ title, description, content, query, children }: ListCardProps<Data>) {
  return (
    <Card
      title={title}
      aside={
        <Button
          icon={IconRefresh}
          className={styles.refresh}
          aria-label={`Refresh ${title}`}
          busy={query.isFetching && query.data !== undefined}
          onClick={() => void query.refetch()}
        >
          Refresh
        </Button>
      }
    >
      <p className={styles.description}>{description}</p>
      <Loaded query={query} content={content}>
        {children}
      </Loaded>
    </Card>
  );
}

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
