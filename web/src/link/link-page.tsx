import styles from "./link.module.css";
import { QuarantinedEvents } from "./quarantined-events.tsx";
import { RefusedStations } from "./refused-stations.tsx";

/** What goes wrong between stations and server. For admins. */
export function LinkPage() {
  return (
    <div className={styles.page}>
      <RefusedStations />
      <QuarantinedEvents />
    </div>
  );
}
