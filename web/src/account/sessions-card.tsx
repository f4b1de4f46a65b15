import { useRef } from "react";
import type { Account, OwnSession, SignInMethod } from "@groundcrew/shared/account";
import { countText, DAY_MS, HOUR_MS, readAgent, SECOND_MS } from "@groundcrew/shared/lib";
import type { SecondStep } from "@groundcrew/shared/sessions";
import { IconDeviceLaptop, IconDeviceMobile, IconLogout } from "@tabler/icons-react";
import { Age, Time } from "../kit/index.ts";
import { Card, Cell, ConfirmButton, Icon, Table } from "../ui/index.ts";
import { useOtherSessionsEnd, useSessionEnd } from "./use-account.ts";
import "../later.css";

const COLUMNS = ["Device", "Address", "Last Seen", "Since", "Actions"].map((label) => ({ label }));

const METHODS: Record<SignInMethod, string> = {
  password: "Password",
  google: "Google",
  passkey: "Passkey",
  sso: "Single sign-on",
};
const STEPS: Record<SecondStep, string> = { passkey: "passkey", app: "app code", recovery: "recovery code" };

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
            icon={IconLogout}
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
  const { id, is_current, signed_in_by, second_step, ip, agent, since, last_seen } = session;
  const { mutate, isPending } = useSessionEnd(id, onEnded);
  const method = signed_in_by === "sso" && signOn !== null ? signOn : signed_in_by && METHODS[signed_in_by];
  const { name, isMobile } = agent === null ? { name: "Unknown device", isMobile: false } : readAgent(agent);
  return (
    <tr>
      <Cell title={agent ?? undefined}>
        <span className="row gap-3">
          <Icon icon={isMobile ? IconDeviceMobile : IconDeviceLaptop} size="l" />
          <span className="min-0">
            <b>{name}</b> {is_current && <span className="count-badge quiet">This one</span>}
            {method !== null && <span className="block caption muted">{howText(method, second_step)}</span>}
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
            label="End"
            target={`the session of ${name}`}
            icon={IconLogout}
            busy={isPending}
            onConfirm={() => mutate()}
          />
        )}
      </Cell>
    </tr>
  );
}

/** `Password + app code`. */
function howText(method: string, step: SecondStep | null): string {
  return step === null ? method : `${method} + ${STEPS[step]}`;
}

/** `12 hours`, `7 days`. */
function lengthText(seconds: number): string {
  const ms = seconds * SECOND_MS;
  return ms < 2 * DAY_MS ? countText(ms / HOUR_MS, "hour") : countText(ms / DAY_MS, "day");
}
