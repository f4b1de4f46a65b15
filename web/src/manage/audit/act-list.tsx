import type { AuditAct } from "@groundcrew/shared/audit";
import { readAgent } from "@groundcrew/shared/lib";
import type { SessionUser } from "@groundcrew/shared/sessions";
import {
  IconBan,
  IconBuildingWarehouse,
  IconChevronDown,
  IconChevronRight,
  IconDeviceLaptop,
  IconDeviceMobile,
  IconHeadset,
  IconKey,
  IconServer,
  IconUserQuestion,
  type Icon as TablerIcon,
} from "@tabler/icons-react";
import { useConsole } from "../../console/index.ts";
import { listKind, rowText } from "../../kit/index.ts";
import { clockSecondText, exactMoment } from "../../lib/index.ts";
import { Icon, IconButton } from "../../ui/index.ts";
import { ActDetails } from "./act-details.tsx";
import { actionText, actorText } from "./action-texts.ts";
import styles from "./audit.module.css";
import { amountText, daySection } from "./list-texts.ts";
import { TargetLink } from "./target-link.tsx";

type Shown = {
  user: SessionUser;
  now: number;
  /** The acts whose details are open. */
  open: ReadonlySet<number>;
  onToggle: (id: number) => void;
};

/** The entries of the audit log, by day. */
export const actList = listKind<AuditAct, Shown>()({
  label: "Audit log",
  keyOf: ({ id }) => String(id),
  rowPx: 41,
  sectionOf: ({ at }, { now }) => daySection(at, now),
  below: (act, { open, user }) =>
    open.has(act.id) && (
      <div className={styles.details}>
        <ActDetails act={act} user={user} />
      </div>
    ),
  layout: {
    wide: {
      tracks: "32px 84px minmax(0, 1.25fr) minmax(0, 1.6fr) minmax(0, 1fr) minmax(0, 0.75fr)",
      areas: ["details time who what target from"],
    },
    medium: {
      tracks: "32px 84px minmax(0, 1fr) minmax(0, 0.75fr)",
      areas: ["details time who from", ". what what target"],
    },
    small: "labelled",
  },
  columns: [
    {
      key: "details",
      title: "Details",
      hidesTitle: true,
      cell: (act, { open, onToggle }) =>
        (act.has_details || act.agent !== null || act.address !== null) && (
          <IconButton
            tone="quiet"
            icon={open.has(act.id) ? IconChevronDown : IconChevronRight}
            label={`Show what changed: ${actionText(act)}`}
            aria-expanded={open.has(act.id)}
            onClick={() => onToggle(act.id)}
          />
        ),
    },
    {
      key: "time",
      title: "Time",
      cell: ({ at }) => (
        <time dateTime={at} title={exactMoment(at)}>
          {clockSecondText(at)}
        </time>
      ),
    },
    { key: "who", title: "Who", cell: (act) => <Actor act={act} /> },
    { key: "what", title: "What", cell: (act) => <What act={act} /> },
    {
      key: "target",
      title: "Target",
      cell: (act, { user }) => (
        <span className={rowText.first}>
          <TargetLink act={act} user={user} />
        </span>
      ),
    },
    {
      key: "from",
      title: "From",
      isMuted: true,
      cell: ({ address, refused }) => (
        <>
          <span className={rowText.first}>{address ?? "–"}</span>
          {refused && <span className={rowText.second}>{statusText(refused)}</span>}
        </>
      ),
    },
  ],
});

function What({ act }: { act: AuditAct }) {
  return (
    <span className={styles.what}>
      {act.refused && (
        <span className={`px-2 inline-row gap-1 rigid size-caption danger strong ${styles.refused}`}>
          <Icon icon={IconBan} size="s" />
          Refused
        </span>
      )}
      <span className="min-0 anywhere">{actionText(act)}</span>
      {act.entries > 1 && (
        <span className={`rigid nowrap size-caption soft medium sunken ${styles.tag}`}>
          {amountText(act.entries, "changes")}
        </span>
      )}
    </span>
  );
}

function Actor({ act }: { act: AuditAct }) {
  const { brand } = useConsole();
  const { name, about } = actorText(act, brand);
  return (
    <span className={styles.actor}>
      <Icon icon={actorIcon(act)} />
      <span className={rowText.first} title={`${name} ${about}`.trim()}>
        {name} <span className="muted">{about}</span>
      </span>
    </span>
  );
}

function actorIcon({ actor, agent }: AuditAct): TablerIcon {
  switch (actor.kind) {
    case "user":
      return agent !== null && readAgent(agent).isMobile ? IconDeviceMobile : IconDeviceLaptop;
    case "api_key":
      return IconKey;
    case "station":
      return IconBuildingWarehouse;
    case "anonymous":
      return IconUserQuestion;
    case "server":
      return IconServer;
    case "support":
      return IconHeadset;
  }
}

/** The status of a refused call, and how many before it were not recorded. */
function statusText({ status, not_recorded }: NonNullable<AuditAct["refused"]>): string {
  return not_recorded === 0 ? String(status) : `${status}, ${not_recorded} before it not recorded`;
}
