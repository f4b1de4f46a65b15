import { notificationTypeText } from "@groundcrew/shared/notifications";
import { IconSend } from "@tabler/icons-react";
import { errorSentence } from "../../api/index.ts";
import { useServerNow } from "../../clock/index.ts";
import { exactMoment } from "../../lib/index.ts";
import { Dialog, Loading, Notice, RawText, Readings } from "../../ui/index.ts";
import styles from "./deliveries-page.module.css";
import { deliveryLabels, recipientText, whyText } from "../delivery-texts.ts";
import { useDelivery } from "./use-deliveries.ts";

/** A message as it was sent, with the attempts to deliver it. */
export function DeliveryDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error } = useDelivery(id);
  const now = useServerNow();
  return (
    <Dialog title="Message" subtitle={data?.delivery.title} icon={IconSend} onClose={onClose}>
      {data ? (
        <div className={styles.message}>
          <Readings
            lines={[
              { label: "About", value: notificationTypeText[data.delivery.type] },
              { label: "To", value: recipientText(data.delivery) },
              { label: "Rule", value: data.delivery.rule ?? "–" },
              { label: "Result", value: deliveryLabels[data.delivery.result] },
              { label: "Why", value: whyText(data.delivery, now) || "–" },
              { label: "Tries", value: String(data.delivery.tries) },
            ]}
          />
          {data.text === null ? (
            <p>This message has not been sent.</p>
          ) : (
            <RawText label="Message" rows={8} text={data.text} />
          )}
          {data.attempts.length > 0 && (
            <ul aria-label="Attempts" className={styles.attempts}>
              {data.attempts.map(({ at, status, ms, why, answer }) => (
                <li key={at}>
                  <b>{exactMoment(at)}</b>
                  <span>
                    {[status === null ? null : `HTTP ${status}`, `${ms} ms`, why].filter(Boolean).join(" · ")}
                  </span>
                  {answer !== "" && <code>{answer}</code>}
                </li>
              ))}
            </ul>
          )}
        </div>
      ) : error ? (
        <Notice tone="danger">{errorSentence(error)}</Notice>
      ) : (
        <Loading />
      )}
    </Dialog>
  );
}
