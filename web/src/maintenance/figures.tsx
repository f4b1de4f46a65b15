import type { CurrentMaintenance } from "@groundcrew/shared/maintenance";
import type { Station } from "@groundcrew/shared/stations";
import { Link } from "@tanstack/react-router";
import { wholeNumber } from "../lib/index.ts";
import { Readings } from "../ui/index.ts";
import styles from "./maintenance.module.css";
import { offlineText } from "./texts.ts";
import { useMaintenanceWindow, useStationAlerts } from "./use-maintenance.ts";

/** The events at a station during its maintenance. Nothing without one. */
export function MaintenanceFigures({ station }: { station: Station }) {
  const { name, maintenance } = station;
  return maintenance && <Figures station={name} maintenance={maintenance} />;
}

function Figures({ station, maintenance: { id } }: { station: string; maintenance: CurrentMaintenance }) {
  const { data } = useMaintenanceWindow({ station, id });
  const alerts = useStationAlerts(station, "suppressed") ?? [];
  if (!data) return null;
  return (
    <section aria-label="During this maintenance">
      <h3 className={`label ${styles.during}`}>During this maintenance</h3>
      <Readings
        lines={[
          {
            label: "Errors",
            value: wholeNumber(data.errors),
          },
          { label: "Offline", value: offlineText(data) },
          {
            label: "Suppressed alerts",
            value:
              alerts.length === 0
                ? "None"
                : alerts.map(({ id: alert, title }) => (
                    <Link
                      key={alert}
                      to="/attention/{-$alert}"
                      params={{ alert: String(alert) }}
                      className={`block ${styles.alert}`}
                    >
                      {title}
                    </Link>
                  )),
          },
        ]}
      />
    </section>
  );
}
