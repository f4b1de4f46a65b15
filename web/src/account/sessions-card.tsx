import { useRef } from "react";
import type { Account, OwnSession } from "@groundcrew/shared/account";
import { countText, DAY_MS, HOUR_MS, readAgent, SECOND_MS } from "@groundcrew/shared/lib";
import { IconAlertTriangle, IconDeviceLaptop, IconDeviceMobile } from "@tabler/icons-react";
import { Age, Time } from "../kit/index.ts";
import { Card, Cell, ConfirmButton, Icon, Pill, Table } from "../ui/index.ts";
import styles from "./account.module.css";
import { deviceName, howText } from "./devices/session-texts.ts";
import { useOtherSessionsEnd, useSessionEnd } from "./use-account.ts";
import "../later.css";

const COLUMNS = ["Device", "Address", "Last Seen", "Since", "Actions"].map((label) => ({ label }));

/** The browsers in which the user is logged in. */
export function SessionsCard({ account }: { account: Account }) {
  const { sessions, single_sign_on, session_idle_s, session_total_s } = account;
  const card = useRef<HTMLElement>(null);
  // What was pressed is removed.
  const focusCard = () => card.current?.focus();
  const { mutate, isPending } = useOtherSessionsEnd(focusCard);
  return (
    <Card
      title="Sessions"
      count={sessions.length}
      ref={card}
      aside={
        sessions.length > 1 && (
          <ConfirmButton
            label="End All Others"
            action="end all other sessions"
            busy={isPending}
            onConfirm={() => mutate()}
          />
        )
      }
    >
      <Table label="Sessions" head={COLUMNS} stacks>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} signOn={single_sign_on} onEnded={focusCard} />
        ))}
      </Table>
      <p className="caption muted mt-2">
        {`A session ends after ${lengthText(session_idle_s)} without use, and ${lengthText(session_total_s)} after it began.`}
      </p>
    </Card>
  );
}

type RowProps = { session: OwnSession; signOn: string | null; onEnded: () => void };

function SessionRow({ session, signOn, onEnded }: RowProps) {
  const { id, is_current, is_new_device, agent, since, last_seen, ip } = session;
  const { mutate, isPending } = useSessionEnd(id, onEnded);
  const name = deviceName(session);
  const how = howText(session, signOn);
  const isMobile = agent !== null && readAgent(agent).isMobile;
  return (
    <tr className={is_new_device ? styles.odd : undefined}>
      <Cell title={agent ?? undefined}>
        <span className="row gap-3">
          <Icon icon={isMobile ? IconDeviceMobile : IconDeviceLaptop} size="l" />
          <span className="min-0">
            <b>{name}</b> {is_current && <span className="count-badge quiet">This one</span>}
            {is_new_device && (
              <Pill tone="warn" icon={IconAlertTriangle}>
                New device
              </Pill>
            )}
            {how !== null && <span className="block caption muted">{how}</span>}
          </span>
        </span>
      </Cell>
      <Cell label="Address">{ip ?? "Unknown"}</Cell>
      <Cell label="Last Seen">{is_current ? "Now" : <Age since={last_seen} />}</Cell>
      <Cell label="Since">
        <Time at={since} />
      </Cell>
      <Cell label="Actions">
        {!is_current && (
          <ConfirmButton
            tone={is_new_device ? "danger" : "plain"}
            label="End"
            target={`the session of ${name}`}
            busy={isPending}
            onConfirm={() => mutate()}
          />
        )}
      </Cell>
    </tr>
  );
}

/** `12 hours`, `7 days`. */
function lengthText(seconds: number): string {
  const ms = seconds * SECOND_MS;
  return ms < 2 * DAY_MS ? countText(ms / HOUR_MS, "hour") : countText(ms / DAY_MS, "day");
}
