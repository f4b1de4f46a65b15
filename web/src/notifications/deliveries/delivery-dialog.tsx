import { getDelivery, notificationTypeText } from "@groundcrew/shared/notifications";
import { IconSend } from "@tabler/icons-react";
import { useServerNow } from "../../data/clock/index.ts";
import { useServerData } from "../../data/index.ts";
import { Loaded } from "../../kit/index.ts";
import { exactMoment, shownText } from "../../lib/index.ts";
import { Dialog, RawText, Readings } from "../../ui/index.ts";
import styles from "../notifications.module.css";
import { deliveryLabels, recipientText, whyText } from "../delivery-texts.ts";

/** A message as it was sent, with the attempts to deliver it. */
export function DeliveryDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useServerData(getDelivery, { params: { delivery: id }, query: {} });
  const now = useServerNow();
  return (
    <Dialog title="Message" subtitle={shownText(query.data?.delivery.title ?? "")} icon={IconSend} onClose={onClose}>
      <Loaded query={query} content="the message">
        {(message) => (
          <div className="grid gap-4">
            <Readings
              lines={[
                { label: "About", value: notificationTypeText[message.delivery.type] },
                { label: "To", value: recipientText(message.delivery) },
                { label: "Rule", value: message.delivery.rule ?? "–" },
                { label: "Result", value: deliveryLabels[message.delivery.result] },
                { label: "Why", value: whyText(message.delivery, now) || "–" },
                { label: "Attempts", value: String(message.delivery.tries) },
              ]}
            />
            {message.text === null ? (
              <p>This message has not been sent.</p>
            ) : (
              <RawText label="Message" rows={8} text={message.text} />
            )}
            {message.attempts.length > 0 && (
              <ul aria-label="Attempts" className={`grid gap-2 small ${styles.attempts}`}>
                {message.attempts.map(({ at, status, ms, why, answer }) => (
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
        )}
      </Loaded>
    </Dialog>
  );
}
