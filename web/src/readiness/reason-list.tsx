import {
  canBeIgnored,
  endIgnoredReason,
  type ReadinessReason,
  type ReasonEffect,
  type StationReadinessNow,
  type StoredIgnoredReason,
} from "@groundcrew/shared/readiness";
import { supportName } from "@groundcrew/shared/brand";
import { canMaintain } from "@groundcrew/shared/maintenance";
import type { SessionUser } from "@groundcrew/shared/sessions";
import type { Station } from "@groundcrew/shared/stations";
import { chargeMeter } from "@groundcrew/shared/telemetry";
import { IconInfoCircle, IconTool, type Icon as TablerIcon } from "@tabler/icons-react";
import { useState } from "react";
import { useConsole } from "../console/index.ts";
import { call, failedWrite, useServerMutation } from "../data/api/index.ts";
import { readinessIcons, reasonTitle, StationLink } from "../station/index.ts";
import { useSnapshot } from "../telemetry/index.ts";
import { Time, Age } from "../kit/index.ts";
import { classes, Icon, lazyDialog, PlainLink, toast } from "../ui/index.ts";
import { reasonDetail, telemetryOf } from "./reason-detail.ts";
import styles from "./readiness.module.css";

const IgnoreDialog = lazyDialog(async () => (await import("./ignore-dialog.tsx")).IgnoreDialog);

type ReasonListProps = {
  station: Station;
  readiness: StationReadinessNow;
  ignored: readonly StoredIgnoredReason[];
  user: SessionUser;
  now: number;
};

/** Why a station is not ready, worst first, and where to look. */
export function ReasonList({ readiness, ...props }: ReasonListProps) {
  const [open, setOpen] = useState<ReadinessReason | null>(null);
  const { station } = props;
  const { reasons, needed } = readiness;
  const nextSlot = useNextSlot(station, readiness);
  if (reasons.length === 0) return <p className="small muted">Nothing is wrong.</p>;
  return (
    <>
      <ul className="small">
        {reasons.map((reason) => (
          <Reason
            key={`${reason.code} ${reason.effect} ${reasonTitle(reason, station.station_type)}`}
            {...props}
            reason={reason}
            needed={needed}
            nextSlot={nextSlot}
            onIgnore={() => setOpen(reason)}
          />
        ))}
      </ul>
      {open && <IgnoreDialog station={station} reason={open} onClose={() => setOpen(null)} />}
    </>
  );
}

/** The slot whose battery will be charged next, and its level: "slot 3 at 86%". Null if that is not known. */
function useNextSlot(station: Station, { expected: [next] }: StationReadinessNow): string | null {
  const batteries = useSnapshot(station.name).data?.station?.last_telemetry_data?.charger_info?.batteries;
  const meter = chargeMeter(batteries?.find(({ slot }) => slot === next?.slot)?.charger_level);
  return next && meter ? `slot ${next.slot} at ${Math.round(meter.value)}%` : null;
}

const icons: Record<ReasonEffect, { icon: TablerIcon; tone: string }> = {
  maintenance: { icon: IconTool, tone: "accent" },
  unknown: { icon: readinessIcons.unknown, tone: "soft" },
  block: { icon: readinessIcons.not_ready, tone: "danger" },
  limit: { icon: readinessIcons.limited, tone: "warn" },
  info: { icon: IconInfoCircle, tone: "muted" },
};

type ReasonProps = Omit<ReasonListProps, "readiness"> & {
  reason: ReadinessReason;
  needed: number;
  nextSlot: string | null;
  onIgnore: () => void;
};

function Reason({ station, reason, ignored, user, now, needed, nextSlot, onIgnore }: ReasonProps) {
  const { code, effect, since } = reason;
  const { station_type: stationType } = station;
  const { icon, tone } = icons[effect];
  const ended = "ignored_until" in reason.args ? ignored.find((one) => one.code === code) : undefined;
  const canChange = canMaintain(user, station);
  const canIgnore = canChange && canBeIgnored(code) && (effect === "block" || effect === "limit");
  const detail = reasonDetail(reason, { stationType, now, needed, nextSlot });
  return (
    <li className={`grid py-2 gap-0-2 ${styles.reason}`}>
      <span className={tone}>
        <Icon icon={icon} />
      </span>
      <span className={classes("anywhere", effect !== "info" && "strong")}>{reasonTitle(reason, stationType)}</span>
      <span className="caption muted nowrap">
        <Time at={since} form="short" /> · <Age since={since} form="short" />
      </span>
      <span className={`caption muted anywhere flex wrap gap-0-2 ${styles.detail}`}>
        {detail !== null && <span>{detail}</span>}
        <WhereToLook station={station.name} reason={reason} isAdmin={user.can_admin} />
        {ended && <Ignored station={station.name} reason={ended} canEnd={canChange} />}
        {canIgnore && (
          <button type="button" className={`bare p-0 own-font accent underlined ${styles.link}`} onClick={onIgnore}>
            Ignore…
          </button>
        )}
      </span>
    </li>
  );
}

const TELEMETRY_LABELS = { status: "Status", chargers: "Chargers", usb: "USB", motors: "Motors", raw: "Raw" } as const;

type WhereProps = { station: string; reason: ReadinessReason; isAdmin: boolean };

/** A link to what a reason is about. */
function WhereToLook({ station, reason: { code, args }, isAdmin }: WhereProps) {
  const group = Number(args["group_id"] ?? 0);
  const part = telemetryOf(code);
  if (group > 0) {
    return isAdmin && <PlainLink href={`/groups/${group}`} className={styles.link}>{`Group ${group}`}</PlainLink>;
  }
  if (part === null) return null;
  return (
    <StationLink name={station} path={`telemetry/latest/${part}`} className={styles.link}>
      {TELEMETRY_LABELS[part]}
    </StationLink>
  );
}

type IgnoredProps = { station: string; reason: StoredIgnoredReason; canEnd: boolean };

/** Until when and why a reason is ignored, and what ends that. */
function Ignored({ station, reason: { code, until, by, why }, canEnd }: IgnoredProps) {
  const { brand } = useConsole();
  const end = useServerMutation({
    run: async () => call(endIgnoredReason, { params: { station }, query: { code } }),
    onSuccess: () => toast("success", "The reason is no longer ignored."),
    onError: (error) => toast("danger", ...failedWrite(error, "The reason is still ignored.")),
  });
  return (
    <>
      <span>
        Ignored until <Time at={until} form="until" />
        {` (${by ?? supportName(brand)}): ${why}`}
      </span>
      {canEnd && (
        <button
          type="button"
          className={`bare p-0 own-font accent underlined ${styles.link}`}
          aria-label="End ignoring"
          aria-busy={end.isPending || undefined}
          onClick={() => end.mutate()}
        >
          End
        </button>
      )}
    </>
  );
}
