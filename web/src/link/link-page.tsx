import styles from "./link.module.css";
import { LimitedStations } from "./limited-stations.tsx";
import { QuarantinedEvents } from "./quarantined-events.tsx";
import { RejectedConnections } from "./rejected-connections.tsx";
import { InvalidMessages } from "./invalid-messages.tsx";

/** Problems between stations and server. For admins. */
export function LinkPage() {
  return (
    <div className={styles.page}>
      <RejectedConnections />
      <LimitedStations />
      <InvalidMessages />
      <QuarantinedEvents />
    </div>
  );
}
