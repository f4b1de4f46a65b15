import { notificationTypeText, type Delivery } from "@groundcrew/shared/notifications";
import { IconEye } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { listKind, rowText, Time } from "../../kit/index.ts";
import { shownText } from "../../lib/index.ts";
import { IconButton, Pill } from "../../ui/index.ts";
import { deliveryLabels, recipientText, resultFaces, whyText } from "../delivery-texts.ts";
import styles from "../notifications.module.css";

type Shown = { now: number; onShow: (id: number) => void };

/** Deliveries and their results. */
export const deliveryList = listKind<Delivery, Shown>()({
  label: "Deliveries",
  keyOf: ({ id }) => String(id),
  rowPx: 41,
  layout: {
    wide: {
      tracks: "96px minmax(0, 1.8fr) minmax(0, 1fr) 112px minmax(0, 2fr) 36px",
      areas: ["time what to result why show"],
    },
    medium: {
      tracks: "auto minmax(0, 1fr) auto 36px",
      areas: ["result to time show", "what what what what", "why why why why"],
    },
    tiny: {
      tracks: "minmax(0, 1fr) auto 36px",
      areas: ["result time show", "what what what", "why why why", "to to to"],
    },
  },
  columns: [
    {
      key: "time",
      title: "Created",
      cell: ({ time }) => <Time at={time} form="log" />,
    },
    { key: "what", title: "What", cell: (delivery) => <What {...delivery} /> },
    { key: "to", title: "To", cell: (delivery) => <To name={recipientText(delivery)} /> },
    {
      key: "result",
      title: "Result",
      cell: ({ result }) => <Pill {...resultFaces[result]}>{deliveryLabels[result]}</Pill>,
    },
    { key: "why", title: "Why", isMuted: true, cell: (delivery, { now }) => whyText(delivery, now) },
    {
      key: "show",
      title: "Message",
      hidesTitle: true,
      cell: ({ id, type, title }, { onShow }) => (
        <IconButton
          tone="quiet"
          icon={IconEye}
          label={`Show the message: ${notificationTypeText[type]} ${shownText(title)}`}
          onClick={() => onShow(id)}
        />
      ),
    },
  ],
});

function To({ name }: { name: string }) {
  return (
    <span className={rowText.first} title={name}>
      {name}
    </span>
  );
}

function What({ type, alert, ...delivery }: Delivery) {
  const title = shownText(delivery.title);
  return (
    <>
      <span className={`size-caption muted ${styles.type}`}>{notificationTypeText[type]}</span>{" "}
      {alert === null ? (
        title
      ) : (
        <Link to="/attention/{-$alert}" params={{ alert: String(alert) }}>
          {title}
        </Link>
      )}
    </>
  );
}
