import { useState } from "react";
import type { Account, OwnSession } from "@groundcrew/shared/account";
import { useServerNow } from "../../data/clock/index.ts";
import { untilText } from "../../lib/index.ts";
import { Button, Notice } from "../../ui/index.ts";

import styles from "../account.module.css";
import { NotMe } from "./not-me.tsx";
import { deviceName, withText } from "./session-texts.ts";
import { useDeviceAcceptance } from "./use-devices.ts";

type NewDevicesProps = {
  account: Account;
  /** The session that a link in an email is about. */
  asked: number | null;
  onAnswered: () => void;
};

/** Asks about sessions on devices that the user has not used lately. */
export function NewDevices({ account, asked, onAnswered }: NewDevicesProps) {
  const [rejected, setRejected] = useState<number | null>(null);
  const open = rejected ?? asked;
  const sessions = account.sessions.filter(({ is_new_device, is_current }) => is_new_device && !is_current);

  function close() {
    setRejected(null);
    onAnswered();
  }
  return (
    <>
      {sessions.length > 0 && (
        <div className="grid gap-2 mb-4">
          {sessions.map((session) => (
            <NewDevice
              key={session.id}
              session={session}
              hasCodes={account.recovery_codes !== null}
              onNotMe={() => setRejected(session.id)}
            />
          ))}
        </div>
      )}
      {open !== null && <NotMe key={open} id={open} account={account} onClose={close} />}
    </>
  );
}

type NewDeviceProps = { session: OwnSession; hasCodes: boolean; onNotMe: () => void };

function NewDevice({ session, hasCodes, onNotMe }: NewDeviceProps) {
  const acceptance = useDeviceAcceptance(session.id);
  const now = useServerNow();
  const { signed_in_by: by, second_step: step, since, ip } = session;
  const at = [deviceName(session), ip, untilText(since, now)].filter((part) => part !== null).join(", ");
  return (
    <Notice
      tone="warning"
      className={styles.asked}
      action={
        <span className={`row gap-2 ${styles.answers}`}>
          <Button busy={acceptance.isPending} onClick={() => acceptance.mutate()}>
            That Was Me
          </Button>
          <Button className={styles.notMe} onClick={onNotMe}>
            Not Me
          </Button>
        </span>
      }
    >
      <b>{`A new device: ${at},`}</b>
      {` ${withText(by, step)}. If that was not you, end that session${hasCodes ? ", change your password and make new recovery codes" : " and change your password"}.`}
    </Notice>
  );
}
