import { useState } from "react";
import { resetLinkState, type Station } from "@groundcrew/shared/stations";
import {
  IconClock,
  IconKey,
  IconPlugConnected,
  IconPlugConnectedX,
  IconRotate,
  type Icon as TablerIcon,
} from "@tabler/icons-react";
import { call, sentenceOf, useWrite } from "../../api/index.ts";
import { randomToken, useRefresh } from "../../lib/index.ts";
import { Card, Icon, Notice, ConfirmButton, toast } from "../../ui/index.ts";
import { titleOf, useReading } from "../../station/index.ts";
import { connectionText } from "./connection-text.ts";
import { NewPasswordDialog } from "./new-password-dialog.tsx";
import { sendEdit } from "./use-edit.ts";
import styles from "./forms.module.css";

const CONTACT_REFRESH_MS = 3_000;
const PASSWORD_BYTES = 24;

type LinkCardProps = {
  station: Station;
  /** Reloads the station, unless a request is running. */
  onPoll: () => void;
  /** Reloads the station after a change. */
  onSaved: () => Promise<void>;
};

/** A station's connection: its password, its connection state, and a reset for when its counters keep it from connecting. */
export function LinkCard({ station, onPoll, onSaved }: LinkCardProps) {
  const [shown, setShown] = useState<string | null>(null);
  const title = titleOf(station);
  const params = { station: station.name };
  const generate = useWrite({
    run: async () => {
      const password = randomToken(PASSWORD_BYTES);
      await sendEdit(station, { api_password: password });
      setShown(password);
      await onSaved();
    },
    // Someone else may have edited the station: show its current state before another attempt.
    onError: () => onSaved(),
  });
  const reset = useWrite({
    run: async () => {
      await call(resetLinkState, { params });
      await onSaved();
    },
    onSuccess: () => toast("success", `Reset the link state of ${title}`),
  });
  const failure = generate.error ?? reset.error;

  return (
    <Card title="Station Link">
      <div className={styles.form}>
        <ConnectionState station={station} onPoll={onPoll} />
        <LinkAction
          label="Generate Password"
          action="generate a password"
          target={`for ${title}`}
          icon={IconKey}
          write={generate}
          effect="Replaces the API password. A connected station is disconnected and needs the new one."
        />
        <LinkAction
          label="Reset Link State"
          action="reset the link state"
          target={`of ${title}`}
          icon={IconRotate}
          write={reset}
          effect="Resets the known boot and sequence counters of a station that is rejected because of them, and disconnects it."
        />
        {failure && (
          <Notice tone="danger">
            <b>Something went wrong.</b>
            {`\n${sentenceOf(failure)}`}
          </Notice>
        )}
      </div>
      {shown !== null && (
        <NewPasswordDialog station={station.name} title={title} password={shown} onClose={() => setShown(null)} />
      )}
    </Card>
  );
}

type LinkActionProps = {
  label: string;
  action: string;
  target: string;
  icon: TablerIcon;
  write: { isPending: boolean; mutate: () => void };
  /** What the button does, for the hint. */
  effect: string;
};

function LinkAction({ label, action, target, icon, write, effect }: LinkActionProps) {
  return (
    <div className={styles.action}>
      <ConfirmButton
        label={label}
        action={action}
        target={target}
        icon={icon}
        busy={write.isPending}
        onConfirm={() => write.mutate()}
      />
      <p className={styles.now}>{effect}</p>
    </div>
  );
}

/** Whether the station has connected; polled often until it has. */
function ConnectionState({ station, onPoll }: Pick<LinkCardProps, "station" | "onPoll">) {
  const reading = useReading(station);
  const { text, title } = connectionText(station, reading);
  const isConnected = station.last_online_status;
  useRefresh(CONTACT_REFRESH_MS, {
    refresh: () => {
      if (!isConnected) onPoll();
    },
  });
  return (
    <output className={styles.contact} title={title}>
      <Icon icon={reading.isStale ? IconClock : isConnected ? IconPlugConnected : IconPlugConnectedX} />
      {text}
    </output>
  );
}
