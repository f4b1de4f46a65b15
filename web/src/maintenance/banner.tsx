import { supportName } from "@groundcrew/shared/brand";
import { useState } from "react";
import type { SessionUser } from "@groundcrew/shared/sessions";
import type { Station } from "@groundcrew/shared/stations";
import { HOUR_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import { canMaintain, extendMaintenance, type CurrentMaintenance } from "@groundcrew/shared/maintenance";
import { IconClockPlus, IconPlayerStop, IconTool } from "@tabler/icons-react";
import { call, failedWrite, useServerMutation } from "../data/api/index.ts";
import { useConsole } from "../console/index.ts";
import { shownZone, momentText, untilText } from "../lib/index.ts";
import { zonedText } from "../kit/index.ts";
import { useTimeZone } from "../station/index.ts";
import { Button, Icon, toast } from "../ui/index.ts";
import { EndDialog } from "./end-dialog.tsx";
import { ExtendDialog } from "./extend-dialog.tsx";
import styles from "./maintenance.module.css";
import { durationText, passedPercent } from "./texts.ts";

/** How long before the end of maintenance it is extended with one press. */
const ENDING_MS = 15 * MINUTE_MS;

type BannerProps = { station: Station; user: SessionUser; now: number };

/** Says on a station's page that it is in maintenance, for how long, and why. Its dialogs stay open when the maintenance ends. */
export function MaintenanceBanner({ station, user, now }: BannerProps) {
  const [open, setOpen] = useState<{ dialog: "extend" | "end"; station: Station } | null>(null);
  const dialog = open && { stations: [open.station], onClose: () => setOpen(null) };
  return (
    <>
      {station.maintenance && (
        <Banner
          station={station}
          maintenance={station.maintenance}
          user={user}
          now={now}
          onOpen={(kind) => setOpen({ dialog: kind, station })}
        />
      )}
      {dialog && open.dialog === "extend" && <ExtendDialog {...dialog} />}
      {dialog && open.dialog === "end" && <EndDialog {...dialog} isAdmin={user.can_admin} />}
    </>
  );
}

type UnderWayProps = BannerProps & { maintenance: CurrentMaintenance; onOpen: (dialog: "extend" | "end") => void };

function Banner({ station, maintenance, user, now, onOpen }: UnderWayProps) {
  const { brand } = useConsole();
  const zone = useTimeZone([station]);
  const { by, from, until, why } = maintenance;
  const leftMs = Date.parse(until) - now;
  const left = leftMs > 0 ? `, ${durationText(leftMs)} left` : "";
  return (
    <section className={`align-center p-2h-3 grid mb-4 rounded ${styles.banner}`} aria-label="Maintenance under way">
      <Icon icon={IconTool} size="l" />
      <div className={`grid min-0 anywhere small default ${styles.bannerText}`}>
        <b title={zonedText(Date.parse(until), zone)}>{`In maintenance until ${untilText(until, now)}${left}`}</b>
        {zone !== shownZone() && <span>{`Until ${zonedText(Date.parse(until), zone)}`}</span>}
        <span>{`${by ?? supportName(brand)}, since ${untilText(from, now)}: ${why}`}</span>
        {leftMs <= ENDING_MS && <span>Problems remaining 5 minutes after the end are reported.</span>}
      </div>
      {canMaintain(user, station) && (
        <div className={`flex gap-2 ${styles.bannerActions}`}>
          {leftMs <= ENDING_MS && (
            <>
              <MoreButton maintenance={maintenance} hours={1} />
              <MoreButton maintenance={maintenance} hours={4} />
            </>
          )}
          <Button icon={IconClockPlus} onClick={() => onOpen("extend")}>
            Extend
          </Button>
          <Button icon={IconPlayerStop} onClick={() => onOpen("end")}>
            End Now
          </Button>
        </div>
      )}
      <progress
        className={`no-border full-width surface ${styles.passed}`}
        aria-label="Passed"
        max={100}
        value={passedPercent(maintenance, now)}
      />
    </section>
  );
}

type MoreButtonProps = { maintenance: CurrentMaintenance; hours: number };

/** Lets maintenance end some hours later. */
function MoreButton({ maintenance: { id, until: seen_until }, hours }: MoreButtonProps) {
  const until = new Date(Date.parse(seen_until) + hours * HOUR_MS).toISOString();
  const extend = useServerMutation({
    run: async () => call(extendMaintenance, { body: { windows: [{ id, seen_until, until }] } }),
    onSuccess: () => toast("success", `In maintenance until ${momentText(until)}`),
    onError: (error) => toast("danger", ...failedWrite(error, "The maintenance was not extended.")),
  });
  return (
    <Button busy={extend.isPending} aria-label={`Extend by ${hours} h`} onClick={() => extend.mutate()}>
      {`${hours} h More`}
    </Button>
  );
}
