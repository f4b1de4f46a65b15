import { useMemo } from "react";
import { notificationTypeText, type Delivery } from "@groundcrew/shared/notifications";
import { IconEye } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useServerNow } from "../../clock/index.ts";
import { exactMoment, logMoment } from "../../lib/index.ts";
import {
  Button,
  classes,
  IconButton,
  Pill,
  Spinner,
  useLoadAhead,
  usePageWindow,
  useRowFocus,
  useRowKeys,
  type MoreRows,
} from "../../ui/index.ts";
import { deliveryLabels, recipientText, resultFaces, whyText } from "../delivery-texts.ts";
import styles from "./deliveries-page.module.css";

type DeliveryListProps = {
  deliveries: readonly Delivery[];
  /** Whether they are those of other filters while the list is loading. */
  isOutdated: boolean;
  more: MoreRows;
  onShow: (id: number) => void;
};

const ROW_PX = 41;

/** The deliveries. Only those near the window are rendered, and more are loaded towards the end. */
export function DeliveryList({ deliveries, isOutdated, more, onShow }: DeliveryListProps) {
  const keys = useMemo(() => deliveries.map(({ id }) => String(id)), [deliveries]);
  const page = usePageWindow({ keys, estimate: () => ROW_PX });
  const now = useServerNow();
  useRowFocus(page.list.ref, "[data-key]");
  useRowKeys({ list: page.list.ref, keys, goTo: page.goTo });
  useLoadAhead(more, deliveries.length - (page.lines.at(-1)?.index ?? 0));

  return (
    <div className={styles.list} aria-busy={isOutdated}>
      <Headings />
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the list of a page window is a div */}
      <div {...page.list} role="list" aria-label="Deliveries" className={styles.rows}>
        {page.lines.map(({ index, key, gap }) => {
          const delivery = deliveries[index];
          if (!delivery) return null;
          return (
            <div
              key={key}
              ref={page.measure}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
              role="listitem"
              data-index={index}
              data-key={key}
              className={styles.row}
              style={{ marginTop: gap }}
            >
              <DeliveryRow delivery={delivery} now={now} onShow={() => onShow(delivery.id)} />
            </div>
          );
        })}
      </div>
      {more.hasMore && (
        <div className={styles.more}>
          {more.failure === null ? <Spinner label="Loading more deliveries" /> : more.failure}
          {more.failure !== null && <Button onClick={more.load}>Load More</Button>}
        </div>
      )}
    </div>
  );
}

function Headings() {
  return (
    <div className={classes(styles.grid, styles.headings)} aria-hidden>
      <span className={styles.time}>Created</span>
      <span className={styles.what}>What</span>
      <span className={styles.recipient}>To</span>
      <span className={styles.result}>Result</span>
      <span className={styles.why}>Why</span>
    </div>
  );
}

type DeliveryRowProps = { delivery: Delivery; now: number; onShow: () => void };

function DeliveryRow({ delivery, now, onShow }: DeliveryRowProps) {
  const { time, type, title, alert, result } = delivery;
  const face = resultFaces[result];
  const why = whyText(delivery, now);
  const to = recipientText(delivery);
  return (
    <div className={styles.grid}>
      <time className={styles.time} dateTime={time} title={exactMoment(time)}>
        {logMoment(time, now)}
      </time>
      <span className={styles.what}>
        <span className={styles.type}>{notificationTypeText[type]}</span>{" "}
        {alert === null ? (
          title
        ) : (
          <Link to="/attention/$" params={{ _splat: String(alert) }}>
            {title}
          </Link>
        )}
      </span>
      <span className={styles.recipient} title={to}>
        {to}
      </span>
      <span className={styles.result}>
        <Pill tone={face.tone} icon={face.icon}>
          {deliveryLabels[result]}
        </Pill>
      </span>
      <span className={styles.why}>{why}</span>
      <span className={styles.show}>
        <IconButton
          tone="quiet"
          icon={IconEye}
          label={`Show the message: ${notificationTypeText[type]} ${title}`}
          onClick={onShow}
        />
      </span>
    </div>
  );
}

const LOADING_ROWS = [1, 2, 3, 4, 5, 6, 7, 8] as const;
const BLANKS = [styles.time, styles.what, styles.recipient, styles.result, styles.why];

/** Rows without content while the list is loading. */
export function LoadingDeliveries() {
  return (
    <output aria-label="Loading deliveries" className={styles.loading}>
      {LOADING_ROWS.map((row) => (
        <span key={row} className={styles.grid}>
          {BLANKS.map((place) => (
            <i key={place} className={classes(styles.blank, place)} />
          ))}
        </span>
      ))}
    </output>
  );
}
