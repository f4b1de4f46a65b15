import { supportName } from "@groundcrew/shared/brand";
import { useState } from "react";
import type { SessionUser } from "@groundcrew/shared/sessions";
import type { Station } from "@groundcrew/shared/stations";
import { HOUR_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import {
  canMaintain,
  changeMaintenance,
  type CurrentMaintenance,
  type MaintenanceWindow,
} from "@groundcrew/shared/maintenance";
import { IconClockPlus, IconPlayerStop, IconTool } from "@tabler/icons-react";
import { call, errorSentence, useServerMutation } from "../api/index.ts";
import { useConsole } from "../console/index.ts";
import { momentText, untilText } from "../lib/index.ts";
import { stationTitle } from "../station/index.ts";
import { Button, Icon, toast } from "../ui/index.ts";
import { EndDialog } from "./end-dialog.tsx";
import { ExtendDialog } from "./extend-dialog.tsx";
import styles from "./maintenance.module.css";
import { durationText, passedPercent } from "./texts.ts";
import { useMaintenance, useMaintenanceRefresh } from "./use-maintenance.ts";

/** How long before the end of maintenance it is extended with one press. */
const ENDING_MS = 15 * MINUTE_MS;

type BannerProps = { station: Station; user: SessionUser; now: number };

/** Says on a station's page that it is in maintenance, for how long, and why. */
export function MaintenanceBanner({ station, user, now }: BannerProps) {
  if (station.maintenance === null) return null;
  return <Banner station={station} maintenance={station.maintenance} user={user} now={now} />;
}

function Banner({ station, maintenance, user, now }: BannerProps & { maintenance: CurrentMaintenance }) {
  const { brand } = useConsole();
  const [open, setOpen] = useState<"extend" | "end" | null>(null);
  const window = useMaintenance(station.name).data?.find(({ id }) => id === maintenance.id);
  const { by, from, until, why } = maintenance;
  const leftMs = Date.parse(until) - now;
  const left = leftMs > 0 ? `, ${durationText(leftMs)} left` : "";
  const dialog = window && { window, title: stationTitle(station), onClose: () => setOpen(null) };
  return (
    <section className={styles.banner} aria-label="Maintenance under way">
      <Icon icon={IconTool} size="l" />
      <div className={styles.bannerText}>
        <b>{`In maintenance until ${untilText(until, now)}${left}`}</b>
        <span>{`${by ?? supportName(brand)}, since ${untilText(from, now)}: ${why}`}</span>
        {leftMs <= ENDING_MS && <span>What is still wrong five minutes after the end is reported.</span>}
      </div>
      {window && canMaintain(user, station) && (
        <div className={styles.bannerActions}>
          {leftMs <= ENDING_MS && (
            <>
              <MoreButton window={window} hours={1} />
              <MoreButton window={window} hours={4} />
            </>
          )}
          <Button icon={IconClockPlus} onClick={() => setOpen("extend")}>
            Extend
          </Button>
          <Button icon={IconPlayerStop} onClick={() => setOpen("end")}>
            End Now
          </Button>
        </div>
      )}
      <progress className={styles.passed} aria-label="Passed" max={100} value={passedPercent(maintenance, now)} />
      {dialog && open === "extend" && <ExtendDialog {...dialog} />}
      {dialog && open === "end" && <EndDialog {...dialog} isAdmin={user.can_admin} />}
    </section>
  );
}

/** Lets maintenance end some hours later. */
function MoreButton({ window, hours }: { window: MaintenanceWindow; hours: number }) {
  const refresh = useMaintenanceRefresh([window.station]);
  const until = new Date(Date.parse(window.until) + hours * HOUR_MS).toISOString();
  const extend = useServerMutation({
    run: async () => call(changeMaintenance, { params: { window: window.id }, body: { rev: window.rev, until } }),
    onSuccess: () => toast("success", `In maintenance until ${momentText(until)}`),
    onError: (error) => toast("danger", "The maintenance was not extended.", errorSentence(error)),
    onSettled: refresh,
  });
  return (
    <Button busy={extend.isPending} aria-label={`Extend by ${hours} h`} onClick={() => extend.mutate()}>
      {`${hours} h More`}
    </Button>
  );
}
