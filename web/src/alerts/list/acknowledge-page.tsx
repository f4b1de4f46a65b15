import type { AlertDetails } from "@groundcrew/shared/alerts";
import { shortAge } from "@groundcrew/shared/lib";
import { displayName, type SessionUser } from "@groundcrew/shared/sessions";
import { IconUserCheck } from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import { useServerNow } from "../../data/clock/index.ts";
import { useConsole } from "../../console/index.ts";
import { OwnerCollision, useAssignees, useOwner } from "../../ownership/index.ts";
import { Loaded, WindowTitle } from "../../kit/index.ts";
import { shownText } from "../../lib/index.ts";
import { Button, buttonClass, classes, Icon } from "../../ui/index.ts";
import { kindIcon } from "../alert-kinds.ts";
import { severityTints } from "../pill.tsx";
import styles from "../alerts.module.css";
import { aboutText, isStaff } from "./alert-texts.ts";
import { useAlert } from "./use-alerts.ts";

/** The page that links in notifications lead to. It asks before it acknowledges: opening a link must not change anything. */
export function AcknowledgePage({ id, user }: { id: number; user: SessionUser }) {
  return (
    <>
      <WindowTitle name="Acknowledge" />
      <Loaded query={useAlert(id)} content="the alert" missing={{ sentence: "There is no such alert." }}>
        {(alert) => <Question alert={alert} user={user} />}
      </Loaded>
    </>
  );
}

function Question({ alert, user }: { alert: AlertDetails; user: SessionUser }) {
  const now = useServerNow();
  const { brand } = useConsole();
  const navigate = useNavigate();
  const open = () =>
    navigate({ to: "/attention/{-$alert}", params: { alert: String(alert.id) }, search: {}, replace: true });
  const owner = useOwner(
    { kind: "alert", subject: String(alert.id) },
    { ownership: alert.owner, assignees: useAssignees(), onAcknowledged: () => void open() },
  );
  const { shown } = owner;
  const isMine = shown.kind !== "unassigned" && shown.isMe;
  const canAcknowledge = alert.ended === null && shown.kind !== "mine";
  const word = shown.kind === "unassigned" || isMine ? "Acknowledge" : "Take Over";
  return (
    <section className={`column gap-2 panel ${styles.card}`} aria-labelledby="acknowledge-title">
      <div className={`flex gap-3 anywhere mb-2 ${styles.head}`}>
        <span className={classes("square-32 center rigid rounded", severityTints[alert.severity])}>
          <Icon icon={kindIcon(alert.kind)} size="l" />
        </span>
        <div>
          <h1 id="acknowledge-title">{shownText(alert.title)}</h1>
          <p className="small soft">{aboutText(alert, { showsOrganization: isStaff(user, brand), now })}</p>
          <p>{`${shortAge(now - Date.parse(alert.since))} · ${stateText(alert, isMine)}`}</p>
        </div>
      </div>
      <OwnerCollision owner={owner} />
      {canAcknowledge && (
        <Button tone="main" wide icon={IconUserCheck} busy={owner.isBusy} onClick={owner.acknowledge}>
          {`${word} as ${displayName(user)}`}
        </Button>
      )}
      <Link
        to="/attention/{-$alert}"
        params={{ alert: String(alert.id) }}
        search={{}}
        className={`${buttonClass("plain")} ${styles.open}`}
      >
        Open Alert
      </Link>
    </section>
  );
}

function stateText({ ended, reason, owner }: AlertDetails, isMine: boolean): string {
  if (ended !== null) return reason ?? "Ended";
  if (owner === null) return "unassigned";
  const name = isMine ? "you" : owner.owner;
  return owner.acknowledged_at === null ? `assigned to ${name}` : `acknowledged by ${name}`;
}
