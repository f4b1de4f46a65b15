import type { MyNotifications, Subscription } from "@groundcrew/shared/notifications";
import { Loaded } from "../../kit/index.ts";
import { usePageValue } from "../../page/index.ts";
import { Card, CheckField, shortcuts } from "../../ui/index.ts";
import { AttentionFrame } from "../../alerts/index.ts";
import { Devices } from "./devices.tsx";
import styles from "../notifications.module.css";
import { QuietHoursForm } from "./quiet-hours-form.tsx";
import { useMyNotifications, useSubscribe, type Subject } from "./use-mine.ts";

/** How the user is notified: of what, on which devices, and when not. */
export function MyNotificationsPage() {
  return (
    <AttentionFrame tab="me">
      <Loaded query={useMyNotifications()} content="your notifications">
        {(mine) => (
          <div className={`one-column-medium grid gap-4 align-start ${styles.columns}`}>
            <Card title="My Notifications">
              <p className="caption muted mb-2">
                This is for you alone. Channels of a rule notify their people anyway.
              </p>
              <Subscriptions mine={mine} />
            </Card>
            <div className="grid gap-4">
              <Devices pushKey={mine.push_key} />
              <Card title="My Quiet Hours">
                <QuietHoursForm quiet={mine.quiet} />
              </Card>
              <Keyboard />
            </div>
          </div>
        )}
      </Loaded>
    </AttentionFrame>
  );
}

function Keyboard() {
  return (
    <Card title="Keyboard">
      <CheckField
        label="Keyboard shortcuts in this browser"
        hint="Single keys such as J, A or / act on a page. Arrow keys, Enter and Escape always do."
        checked={usePageValue(shortcuts)}
        onChange={shortcuts.set}
      />
    </Card>
  );
}

function Subscriptions({ mine: { rules, topics } }: { mine: MyNotifications }) {
  return (
    <div className={`rounded bordered ${styles.frame}`}>
      <table className={`full-width small ${styles.table}`}>
        <thead>
          <tr>
            <th scope="col">Rule</th>
            <th scope="col">Email</th>
            <th scope="col">Push</th>
          </tr>
        </thead>
        <tbody>
          {rules.map(({ rule, name, scope, severity, enabled, email, push }) => (
            <SubscriptionRow
              key={rule}
              name={name}
              about={[scope, severity === "urgent" ? "Urgent" : "Warning", enabled ? "" : "off"]
                .filter(Boolean)
                .join(" · ")}
              wanted={{ email, push }}
              to={{ rule }}
            />
          ))}
          <SubscriptionRow
            name="Assignments (to me or by me)"
            about="Groups, stations, incidents, alerts"
            wanted={topics.assigned}
            to={{ topic: "assigned" }}
          />
          <SubscriptionRow
            name="My maintenance is about to end"
            about="15 minutes before"
            wanted={topics.maintenance_ending}
            to={{ topic: "maintenance_ending" }}
          />
          <SubscriptionRow
            name="Monthly reports of availability"
            about="Those that a manager sends to me on the 1st"
            wanted={topics.availability}
            to={{ topic: "availability" }}
          />
        </tbody>
      </table>
    </div>
  );
}

type SubscriptionRowProps = {
  name: string;
  about: string;
  to: Subject;
  wanted: Subscription;
};

function SubscriptionRow({ name, about, to, wanted: saved }: SubscriptionRowProps) {
  const { pending, mutate } = useSubscribe(to);
  const wanted = pending ?? saved;
  return (
    <tr>
      <th scope="row">
        {name}
        <span>{about}</span>
      </th>
      {(["email", "push"] as const).map((way) => (
        <td key={way}>
          <input
            type="checkbox"
            aria-label={`${name} by ${way === "email" ? "email" : "push"}`}
            checked={wanted[way]}
            aria-disabled={pending !== undefined || undefined}
            onChange={() => mutate({ ...wanted, [way]: !wanted[way] })}
          />
        </td>
      ))}
    </tr>
  );
}
