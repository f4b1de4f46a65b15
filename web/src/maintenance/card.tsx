import { useState } from "react";
import { canMaintain, endMaintenance, type MaintenanceWindow } from "@groundcrew/shared/maintenance";
import type { SessionUser } from "@groundcrew/shared/sessions";
import type { Station } from "@groundcrew/shared/stations";
import { IconCalendarEvent, IconCalendarPlus, IconTool, IconX } from "@tabler/icons-react";
import { call, errorSentence, useServerMutation } from "../data/api/index.ts";
import { Loaded } from "../kit/index.ts";
import { exactMoment, momentText } from "../lib/index.ts";
import { Button, Card, ConfirmButton, Notice, Pill } from "../ui/index.ts";
import styles from "./maintenance.module.css";
import { StartDialog } from "./start-dialog.tsx";
import { durationText, maintenancePhase, periodText } from "./texts.ts";
import { useMaintenance } from "./use-maintenance.ts";

type CardProps = { station: Station; user: SessionUser; now: number };

/** A station's maintenance: under way, planned and past. */
export function MaintenanceCard({ station, user, now }: CardProps) {
  const [isOpen, setOpen] = useState(false);
  const canChange = station.retired === null && canMaintain(user, station);
  return (
    <Card
      title="Maintenance"
      aside={
        canChange && (
          <Button icon={IconCalendarPlus} onClick={() => setOpen(true)}>
            Plan
          </Button>
        )
      }
    >
      <Loaded
        query={useMaintenance(station.name)}
        content="the maintenance"
        empty={<p className="py-2 size-small muted">No maintenance yet</p>}
      >
        {(windows) => (
          <ul>
            {windows.map((window) => (
              <Line key={window.id} window={window} canChange={canChange} now={now} />
            ))}
          </ul>
        )}
      </Loaded>
      {isOpen && <StartDialog stations={[station]} isPlanned onClose={() => setOpen(false)} />}
    </Card>
  );
}

type LineProps = { window: MaintenanceWindow; canChange: boolean; now: number };

function Line({ window, canChange, now }: LineProps) {
  const phase = maintenancePhase(window, now);
  const { by, why, from, ended_at } = window;
  return (
    <li className={`py-2 gap-1-2 flex wrap size-small ${styles.line}`}>
      <div className={`grid min-0 anywhere soft ${styles.lineText}`}>
        <span title={`${exactMoment(from)} to ${exactMoment(ended_at ?? window.until)}`}>
          <b className="default">{by}</b> {periodText(window, now)}
        </span>
        <span>{why}</span>
      </div>
      {phase === "now" && (
        <Pill tone="accent" icon={IconTool}>
          Now
        </Pill>
      )}
      {phase === "planned" && (
        <Pill tone="dashed" icon={IconCalendarEvent}>
          Planned
        </Pill>
      )}
      {phase === "planned" && canChange && <CancelButton window={window} />}
      {phase === "past" && ended_at !== null && Date.parse(ended_at) > Date.parse(from) && (
        <span className="size-caption muted">{durationText(Date.parse(ended_at) - Date.parse(from))}</span>
      )}
    </li>
  );
}

/** Cancels maintenance that has not begun. */
function CancelButton({ window }: { window: MaintenanceWindow }) {
  const cancel = useServerMutation({
    run: async () =>
      call(endMaintenance, { params: { window: window.id }, body: { rev: window.rev, errors: "triage" } }),
  });
  return (
    <>
      <ConfirmButton
        label="Cancel"
        target={`the maintenance of ${momentText(window.from)}`}
        icon={IconX}
        busy={cancel.isPending}
        onConfirm={() => cancel.mutate()}
      />
      {cancel.error && <Notice tone="danger">{errorSentence(cancel.error)}</Notice>}
    </>
  );
}
