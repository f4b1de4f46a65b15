import { useMemo, useState } from "react";
import type { Delivery } from "@groundcrew/shared/notifications";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { IconDownload, IconEye, IconFilterOff, IconHistory } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { errorSentence } from "../../api/index.ts";
import { useServerNow } from "../../clock/index.ts";
import { FreshnessLabel, FreshnessScope, StaleBanner } from "../../freshness/index.ts";
import { countText, exactMoment, shortMoment } from "../../lib/index.ts";
import { Button, buttonClass, Empty, Failed, Icon, IconButton, Loading, Pill } from "../../ui/index.ts";
import type { AttentionQuery } from "../attention-query.ts";
import { AttentionFrame } from "../frame.tsx";
import styles from "./deliveries-page.module.css";
import { DeliveryDialog } from "./delivery-dialog.tsx";
import { deliveryLabels, recipientText, resultFaces } from "../delivery-texts.ts";
import { DeliveryTools } from "./delivery-tools.tsx";
import {
  anyDelivery,
  csvAddress,
  deliveriesView,
  deliveriesViewQuery,
  useDeliveries,
  type DeliveriesView,
} from "./use-deliveries.ts";

type DeliveriesPageProps = {
  user: SessionUser;
  query: AttentionQuery;
  onQuery: (query: AttentionQuery) => void;
};

/** The log of notifications: what came of each, and why. */
export function DeliveriesPage({ user, query, onQuery }: DeliveriesPageProps) {
  const view = useMemo(() => deliveriesView(query), [query]);
  const { data, error, isFetching, isPlaceholderData, freshness, refetch, more } = useDeliveries(view);
  const [shown, setShown] = useState<number | null>(null);
  const now = useServerNow();
  const onView = (next: DeliveriesView) => onQuery(deliveriesViewQuery(query, next));
  const isNarrowed = view.result + view.rule + view.channel + view.search !== "";

  return (
    <AttentionFrame tab="deliveries" actions={<FreshnessLabel freshness={freshness} />}>
      <StaleBanner freshness={freshness} content="the deliveries" onRefresh={() => void refetch()} />
      <DeliveryTools view={view} counts={data?.counts} user={user} onView={onView} />
      <FreshnessScope freshness={freshness}>
        {data ? (
          data.deliveries.length > 0 ? (
            <div className={styles.list} aria-busy={isPlaceholderData}>
              <Headings />
              <ul aria-label="Deliveries">
                {data.deliveries.map((delivery) => (
                  <DeliveryRow key={delivery.id} delivery={delivery} now={now} onShow={() => setShown(delivery.id)} />
                ))}
              </ul>
            </div>
          ) : isNarrowed ? (
            <Empty
              icon={IconFilterOff}
              sentence="No delivery matches"
              action={<Button onClick={() => onView({ ...anyDelivery, time: view.time })}>Clear Filters</Button>}
            />
          ) : (
            <Empty icon={IconHistory} sentence="Nothing was sent in this time" />
          )
        ) : error && !isFetching ? (
          <Failed sentence="Loading deliveries failed" reason={errorSentence(error)} onReload={() => void refetch()} />
        ) : (
          <Loading />
        )}
      </FreshnessScope>
      <div className={styles.foot}>
        <span>{data && `${countText(data.counts.all, "message")} in this time. Kept for 90 days.`}</span>
        {more.hasMore && (
          <Button busy={more.isLoading} onClick={more.load}>
            Show More
          </Button>
        )}
        {more.failure}
        {data && data.deliveries.length > 0 && (
          <a className={buttonClass("plain")} href={csvAddress(view)} download>
            <Icon icon={IconDownload} />
            Download CSV
          </a>
        )}
      </div>
      {shown !== null && <DeliveryDialog id={shown} onClose={() => setShown(null)} />}
    </AttentionFrame>
  );
}

function Headings() {
  return (
    <div className={`${styles.grid} ${styles.headings}`} aria-hidden>
      <span className={styles.time}>Time</span>
      <span className={styles.what}>What</span>
      <span className={styles.recipient}>To</span>
      <span className={styles.result}>Result</span>
      <span className={styles.why}>Why</span>
    </div>
  );
}

type DeliveryRowProps = { delivery: Delivery; now: number; onShow: () => void };

function DeliveryRow({ delivery, now, onShow }: DeliveryRowProps) {
  const { time, title, alert, result, why } = delivery;
  const face = resultFaces[result];
  return (
    <li className={styles.row}>
      <div className={styles.grid}>
        <time className={styles.time} dateTime={time} title={exactMoment(time)}>
          {shortMoment(time, now)}
        </time>
        <span className={styles.what} title={title}>
          {alert === null ? (
            title
          ) : (
            <Link to="/attention/$" params={{ _splat: String(alert) }}>
              {title}
            </Link>
          )}
        </span>
        <span className={styles.recipient}>{recipientText(delivery)}</span>
        <span className={styles.result}>
          <Pill tone={face.tone} icon={face.icon}>
            {deliveryLabels[result]}
          </Pill>
        </span>
        <span className={styles.why} title={why}>
          {why}
        </span>
        <span className={styles.show}>
          <IconButton tone="quiet" icon={IconEye} label={`Show the message about ${title}`} onClick={onShow} />
        </span>
      </div>
    </li>
  );
}
