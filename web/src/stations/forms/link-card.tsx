import { useState } from "react";
import { getStation, resetLinkState, type Station } from "@groundcrew/shared/stations";
import {
  IconClock,
  IconKey,
  IconPlugConnected,
  IconPlugConnectedX,
  IconRotate,
  type Icon as TablerIcon,
  IconCopy,
} from "@tabler/icons-react";
import { call, useServerMutation } from "../../data/api/index.ts";
import { copySecret, SecretDialog, SecretText } from "../../kit/index.ts";
import { randomToken, logMoment, clockText, exactMoment, momentText } from "../../lib/index.ts";
import { Card, Icon, ConfirmButton, toast, Button } from "../../ui/index.ts";
import { stationTitle, useIsDisconnected, useReading, type StationReading, useStation } from "../../station/index.ts";
import { SaveFailure } from "./location-form.tsx";
import { sendEdit } from "./use-edit.ts";
import styles from "../station-page.module.css";
import { getBroker } from "@groundcrew/shared/link";
import { useServerData } from "../../data/index.ts";

const PASSWORD_BYTES = 24;

/** A station's connection: its password, its connection state, and a reset for when its counters keep it from connecting. */
export function LinkCard({ station }: { station: Station }) {
  const [shown, setShown] = useState<string | null>(null);
  const title = stationTitle(station);
  const params = { station: station.name };
  const shows = [getStation];
  const generate = useServerMutation({
    shows,
    run: async () => {
      const password = randomToken(PASSWORD_BYTES);
      await sendEdit(station, { api_password: password });
      setShown(password);
    },
  });
  const reset = useServerMutation({
    shows,
    run: async () => call(resetLinkState, { params }),
    onSuccess: () => toast("success", `Reset the link state of ${title}`),
  });

  return (
    <Card title="Station Link">
      <div className="column gap-4">
        <ConnectionState station={station} />
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
        <SaveFailure error={generate.error ?? reset.error} />
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
  /** The action of the button, for the hint. */
  effect: string;
};

function LinkAction({ label, action, target, icon, write, effect }: LinkActionProps) {
  return (
    <div className={`grid gap-1 ${styles.action}`}>
      <ConfirmButton
        label={label}
        action={action}
        target={target}
        icon={icon}
        busy={write.isPending}
        onConfirm={() => write.mutate()}
      />
      <p className="anywhere small soft">{effect}</p>
    </div>
  );
}

/** Whether the station has connected; requested often until it has. */
function ConnectionState({ station }: { station: Station }) {
  const reading = useReading(station);
  const isDisconnected = useIsDisconnected();
  const { text, title } = connectionText(station, reading, { isDisconnected });
  const isConnected = station.last_online_status;
  useStation(station.name, { isChanging: ({ last_online_status }) => !last_online_status });
  return (
    <output className="row gap-2 default" title={title}>
      <Icon icon={reading.isStale ? IconClock : isConnected ? IconPlugConnected : IconPlugConnectedX} />
      {text}
    </output>
  );
}

/** Placeholder in the command when the console does not know the broker's address. */
const UNKNOWN_BROKER = "mqtts://BROKER:8883";

type NewPasswordDialogProps = {
  /** The station's name. */
  station: string;
  title: string;
  password: string;
  onClose: () => void;
};

/** Shows a station's new password once, and a command to test it. */
function NewPasswordDialog({ station, title, password, onClose }: NewPasswordDialogProps) {
  const { data: { public_url: broker } = { public_url: null }, isPending } = useServerData(getBroker, {});
  const command = isPending
    ? null
    : `node docs/example-station.mjs ${station} '${password}' ${broker ?? UNKNOWN_BROKER}`;
  const installed = "/opt/groundcrew/node_modules/.bin/node /opt/groundcrew/docs/example-station.mjs";
  return (
    <SecretDialog
      title="New API Password"
      subtitle={title}
      what="password"
      secret={password}
      buttons={
        command !== null && (
          <Button icon={IconCopy} onClick={() => void copySecret("command", command)}>
            Copy Command
          </Button>
        )
      }
      onClose={onClose}
    >
      <p className="soft mt-4">
        To try the connection without a station, run the example station in a checkout of the source code. On a server
        that was installed from a package, replace <code>node docs/example-station.mjs</code> with{" "}
        <code className="anywhere">{installed}</code>. If the broker’s certificate is of your own authority, add{" "}
        <code>--ca</code> and its file.
        {command !== null && broker === null && " Replace BROKER with your broker's address."}
      </p>
      <SecretText>{command ?? "Loading..."}</SecretText>
    </SecretDialog>
  );
}

type Connecting = Pick<Station, "last_active" | "last_online_status" | "telemetry_enabled" | "retired">;

/** Whether a station is connected, and its last activity; as of an earlier time if the reading is stale. */
export function connectionText(
  station: Connecting,
  reading: StationReading,
  { isDisconnected }: { isDisconnected: boolean },
): { text: string; title?: string } {
  const { last_active: lastActive, last_online_status: isConnected, telemetry_enabled, retired } = station;
  if (retired !== null || !telemetry_enabled) return { text: "Out of service: it cannot connect" };
  const asOf = reading.isStale ? ` as of ${logMoment(reading.since)}` : "";
  if (lastActive === null) return { text: asOf === "" ? "Waiting for first contact" : `No contact${asOf}` };
  const title = exactMoment(lastActive);
  if (!isConnected && isDisconnected) return { text: "The server is not connected to the broker of stations", title };
  if (!isConnected) return { text: `Not connected${asOf}, last active ${momentText(lastActive)}`, title };
  return { text: asOf === "" ? `Connected, last active at ${clockText(lastActive)}` : `Connected${asOf}`, title };
}
