import styles from "./link.module.css";
import { LimitedStations } from "./limited-stations.tsx";
import { QuarantinedEvents } from "./quarantined-events.tsx";
import { RefusedStations } from "./refused-stations.tsx";
import { UnreadMessages } from "./unread-messages.tsx";

/** What goes wrong between stations and server. For admins. */
export function LinkPage() {
  return (
    <div className={styles.page}>
      <RefusedStations />
      <LimitedStations />
      <UnreadMessages />
      <QuarantinedEvents />
    </div>
  );
}
