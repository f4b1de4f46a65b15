import { useState } from "react";
import { readAgent, type AuditAct } from "@groundcrew/shared/audit";
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
import { useConsole } from "../console/index.ts";
import { exactMoment } from "../lib/index.ts";
import { classes, Icon, IconButton } from "../ui/index.ts";
import { ActDetails } from "./act-details.tsx";
import { actionText, actorText } from "./action-texts.ts";
import styles from "./act-row.module.css";
import { amountText, secondText } from "./list-texts.ts";
import { TargetLink } from "./target-link.tsx";

/** An act, which opens to what it changed. */
export function ActRow({ act, user }: { act: AuditAct; user: SessionUser }) {
  const [isOpen, setOpen] = useState(false);
  const { at, refused } = act;
  const text = actionText(act);
  const canOpen = act.has_details || act.agent !== null || act.address !== null;
  return (
    <>
      <tr data-key={act.id} className={classes(styles.act, isOpen && styles.isOpen)}>
        <td className={styles.opener}>
          {canOpen && (
            <IconButton
              tone="quiet"
              icon={isOpen ? IconChevronDown : IconChevronRight}
              label={`Show what changed: ${text}`}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            />
          )}
        </td>
        <td data-label="Time" title={exactMoment(at)}>
          <time dateTime={at}>{secondText(at)}</time>
        </td>
        <td data-label="Who">
          <Actor act={act} />
        </td>
        <td data-label="What">
          <span className={styles.what}>
            {refused && (
              <span className={styles.refused}>
                <Icon icon={IconBan} size="s" />
                Refused
              </span>
            )}
            <span className={styles.text}>{text}</span>
            {act.entries > 1 && <span className={styles.tag}>{amountText(act.entries, "changes")}</span>}
          </span>
        </td>
        <td data-label="On what">
          <span className={styles.cut}>
            <TargetLink act={act} user={user} />
          </span>
        </td>
        <td data-label="From" className={styles.from}>
          <span className={styles.cut}>{act.address ?? "–"}</span>
          {refused && <span className={styles.status}>{statusText(refused)}</span>}
        </td>
      </tr>
      {isOpen && (
        <tr className={styles.details}>
          <td colSpan={6}>
            <ActDetails act={act} user={user} />
          </td>
        </tr>
      )}
    </>
  );
}

function Actor({ act }: { act: AuditAct }) {
  const { brand } = useConsole();
  const { name, about } = actorText(act, brand);
  return (
    <span className={styles.actor}>
      <Icon icon={actorIcon(act)} />
      <span className={styles.cut} title={`${name} ${about}`.trim()}>
        {name} <span className={styles.email}>{about}</span>
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
