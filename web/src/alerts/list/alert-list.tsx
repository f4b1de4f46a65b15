import { Fragment, useEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import { muteAlert, unmuteAlert, type Alert, type AlertSection } from "@groundcrew/shared/alerts";
import {
  IconArrowUp,
  IconBellOff,
  IconClockPause,
  IconTool,
  IconUserCheck,
  type Icon as TablerIcon,
} from "@tabler/icons-react";
import { call, failedWrite, useServerMutation } from "../../data/api/index.ts";
import { useServerNow } from "../../data/clock/index.ts";
import { copyRowLink, PlainList } from "../../kit/index.ts";
import { countText, wholeNumber } from "../../lib/index.ts";
import { useAssignees } from "../../ownership/index.ts";
import {
  Button,
  Icon,
  pressInRow,
  StatusLine,
  toast,
  toastWithNext,
  useRowKeys,
  VisuallyHidden,
} from "../../ui/index.ts";
import { CountBadge } from "../pill.tsx";
import { alertList } from "./alert-row.tsx";
import styles from "../alerts.module.css";
import type { PlacedAlert } from "./steady-rows.ts";
import { useAlert } from "./use-alerts.ts";
import { useSteadyRows } from "./use-held.ts";

type AlertListProps = {
  alerts: readonly Alert[];
  /** The alert in the address if it is not among them; shown first. */
  linked: Alert | null;
  /** Shown between the linked alert and the others. */
  between: ReactNode;
  /** The alert whose row is open. */
  openId: number | null;
  isStaff: boolean;
  /** True for the rows of another view, while those of this one are loading. */
  isPlaceholder: boolean;
  /** Asks until when to mute. */
  onMute: (alert: Alert) => void;
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
const places = ["linked", "open", "acknowledged", "muted", "calm", "maintenance", "ended"] as const;

const keyActions = { l: copyRowLink, a: pressInRow("[data-acknowledge]"), m: pressInRow("[data-mute]") };

/**
 * The alerts in their sections. A acknowledges the focused alert, and M mutes it. Rows do not move while the pointer or the focus is on
 * them: new ones wait behind a button.
 */
export function AlertList({ alerts, linked, between, isPlaceholder, openId, ...shown }: AlertListProps) {
  const ref = useRef<HTMLDivElement>(null);
  const now = useServerNow();
  const assignees = useAssignees();
  const listed: PlacedAlert[] = alerts.map((alert) => ({ ...alert, place: alert.section }));
  if (linked !== null) listed.unshift({ ...linked, place: "linked" });
  const { rows, waiting, showNew } = useSteadyRows(ref, { listed, isPlaceholder });
  const unmute = useUnmute();
  useOpenRowInView(ref, openId);
  const parts = places.map((place) => ({ place, own: rows.filter((alert) => alert.place === place) }));
  useRowKeys({
    list: ref,
    keys: parts.flatMap(({ own }) => own.map(({ id }) => String(id))),
    control: "a[href]",
    actions: keyActions,
  });

  return (
    <div ref={ref}>
      {waiting > 0 && (
        <div className={`sticky flex justify-center no-print ${styles.news}`}>
          <Button tone="main" icon={IconArrowUp} onClick={showNew}>
            {`New: ${wholeNumber(waiting)}`}
          </Button>
        </div>
      )}
      <StatusLine>{waiting > 0 ? countText(waiting, "new alert") : ""}</StatusLine>
      {parts.map(({ place, own: [first, ...others] }) => (
        <Fragment key={place}>
          {first && (
            <Section section={place === "linked" ? first.section : place} count={1 + others.length}>
              <PlainList
                kind={alertList}
                label={headings[place === "linked" ? first.section : place].label}
                rows={[first, ...others]}
                context={{ ...shown, openId, now, assignees, owner: null, onUnmute: unmute }}
              />
            </Section>
          )}
          {place === "linked" && between}
        </Fragment>
      ))}
    </div>
  );
}

/** Scrolls to the alert in the address when the list opens, and to its details once they are known: it may be far down, in another section. */
function useOpenRowInView(list: RefObject<HTMLElement | null>, openId: number | null): void {
  const [linkedId] = useState(openId);
  const isKnown = useAlert(linkedId).data !== undefined;
  useEffect(() => {
    const row = list.current?.querySelector(`[data-key="${linkedId}"]`);
    row?.scrollIntoView({ block: isKnown ? "nearest" : "center" });
  }, [list, linkedId, isKnown]);
}

function Section({ section, count, children }: { section: AlertSection; count: number; children: ReactNode }) {
  const { label } = headings[section];
  return (
    <section aria-label={label}>
      <SectionHeading section={section} count={count} />
      {children}
    </section>
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
    <h2 className={`row gap-2 label soft ${styles.section}`}>
      <Icon icon={icon} />
      {label} <CountBadge tone="quiet">{wholeNumber(count)}</CountBadge>
    </h2>
  );
}

/** An alert that was muted until a time, at the revision since it was unmuted. */
type Unmuted = Pick<Alert, "id" | "rev"> & { until: string; why: string };

/** Ends the muting of an alert, and offers to mute it again until the same time. */
function useUnmute(): (alert: Alert) => void {
  const mute = useServerMutation({
    lockName: ({ id }: Unmuted) => String(id),
    run: async ({ id, rev, until, why }: Unmuted) =>
      call(muteAlert, { params: { alert: id }, body: { until, why, rev } }),
    onSuccess: () => toast("success", "Muted again"),
    onError: (error) => toast("danger", ...failedWrite(error, "The alert was not muted again.")),
  });
  const unmute = useServerMutation({
    lockName: ({ id }: Alert) => String(id),
    run: async ({ id, rev }: Alert) => (await call(unmuteAlert, { params: { alert: id }, query: { rev } })).body,
    onSuccess({ id, rev }, { muted }) {
      if (muted === null) return;
      const { until, why } = muted;
      toastWithNext("success", "Unmuted", { label: "Undo", onPress: () => mute.mutate({ id, rev, until, why }) });
    },
    onError: (error) => toast("danger", ...failedWrite(error, "The alert is still muted.")),
  });
  return unmute.mutate;
}
