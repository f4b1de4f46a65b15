import { useRef, useState } from "react";
import { unmuteAlert, type Alert, type AlertSection } from "@groundcrew/shared/alerts";
import {
  IconArrowUp,
  IconBellOff,
  IconClockPause,
  IconTool,
  IconUserCheck,
  type Icon as TablerIcon,
} from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { call, errorSentence, queryKeys, useServerMutation } from "../../api/index.ts";
import { useServerNow } from "../../clock/index.ts";
import { countText, wholeNumber } from "../../lib/index.ts";
import {
  Button,
  Icon,
  pressInRow,
  StatusLine,
  toast,
  useRowFocus,
  useRowKeys,
  VisuallyHidden,
} from "../../ui/index.ts";
import { CountBadge } from "../pill.tsx";
import { AlertRow } from "./alert-row.tsx";
import styles from "./alerts-page.module.css";
import { MuteDialog } from "./mute-dialog.tsx";
import { useSteadyRows } from "./use-held.ts";

type AlertListProps = {
  alerts: readonly Alert[];
  /** The alert whose row is open. */
  openId: number | null;
  isStaff: boolean;
  /** Whether these are the rows of another view, while those of this one are loading. */
  isPlaceholder?: boolean;
  /** Opens or closes a row. */
  onToggle: (id: number) => void;
};

const headings: Record<AlertSection, { label: string; icon: TablerIcon | null }> = {
  open: { label: "Needs a person", icon: null },
  acknowledged: { label: "Acknowledged", icon: IconUserCheck },
  muted: { label: "Muted", icon: IconBellOff },
  calm: { label: "Over, may flap", icon: IconClockPause },
  maintenance: { label: "In maintenance", icon: IconTool },
  ended: { label: "Ended", icon: null },
};
const sections = ["open", "acknowledged", "muted", "calm", "maintenance", "ended"] as const;

const keyActions = { a: pressInRow("[data-acknowledge]"), m: pressInRow("[data-mute]") };

/**
 * The alerts in their sections. A acknowledges the focused alert, and M mutes it. Rows do not move while the pointer or the focus is on
 * them: new ones wait behind a button.
 */
export function AlertList({ alerts, openId, isStaff, isPlaceholder = false, onToggle }: AlertListProps) {
  const ref = useRef<HTMLDivElement>(null);
  const now = useServerNow();
  const { rows, waiting, showNew } = useSteadyRows(ref, { listed: alerts, isPlaceholder });
  const [muting, setMuting] = useState<number | null>(null);
  const unmute = useUnmute();
  const parts = sections.map((section) => ({ section, own: rows.filter((alert) => alert.section === section) }));
  const muted = [...alerts, ...rows].find(({ id }) => id === muting);
  useRowFocus(ref, "[data-key]");
  useRowKeys({
    list: ref,
    keys: parts.flatMap(({ own }) => own.map(({ id }) => String(id))),
    control: "a[href]",
    actions: keyActions,
  });

  return (
    <div ref={ref}>
      {waiting > 0 && (
        <div className={styles.news}>
          <Button tone="main" icon={IconArrowUp} onClick={showNew}>
            {`New: ${wholeNumber(waiting)}`}
          </Button>
        </div>
      )}
      <StatusLine>{waiting > 0 ? countText(waiting, "new alert") : ""}</StatusLine>
      {parts.map(({ section, own }) => {
        if (own.length === 0) return null;
        return (
          <section key={section} aria-label={headings[section].label}>
            <SectionHeading section={section} count={own.length} />
            <ul className={styles.list} aria-label={headings[section].label}>
              {own.map((alert) => (
                <li key={alert.id} data-key={alert.id} className={styles.line}>
                  <AlertRow
                    alert={alert}
                    isOpen={alert.id === openId}
                    isStaff={isStaff}
                    now={now}
                    onMute={({ id }) => setMuting(id)}
                    onUnmute={unmute}
                    onToggle={onToggle}
                  />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      {muted && <MuteDialog key={muted.id} alert={muted} onClose={() => setMuting(null)} />}
    </div>
  );
}

function SectionHeading({ section, count }: { section: AlertSection; count: number }) {
  const { label, icon } = headings[section];
  if (icon === null) {
    return (
      <VisuallyHidden>
        <h2>{label}</h2>
      </VisuallyHidden>
    );
  }
  return (
    <h2 className={styles.section}>
      <Icon icon={icon} />
      {label} <CountBadge tone="quiet">{wholeNumber(count)}</CountBadge>
    </h2>
  );
}

/** Ends the muting of an alert. */
function useUnmute(): (alert: Alert) => void {
  const client = useQueryClient();
  const unmute = useServerMutation({
    lockName: ({ id }: Alert) => String(id),
    run: async ({ id, rev }: Alert) => call(unmuteAlert, { params: { alert: id }, query: { rev } }),
    onSuccess: () => toast("success", "Unmuted"),
    onError: (error) => toast("danger", "The alert is still muted.", errorSentence(error)),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.alerts.all }),
  });
  return unmute.mutate;
}
