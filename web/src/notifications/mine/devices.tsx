import { useState } from "react";
import type { Device } from "@groundcrew/shared/notifications";
import {
  IconBellPlus,
  IconDeviceLaptop,
  IconDeviceMobile,
  IconDeviceMobileOff,
  IconSend,
  IconTrash,
} from "@tabler/icons-react";
import { errorSentence } from "../../data/api/index.ts";
import { useServerNow } from "../../data/clock/index.ts";
import { Loaded } from "../../kit/index.ts";
import { minutesAgoText, shortMoment } from "../../lib/index.ts";
import { Button, Card, Icon, IconButton, Notice } from "../../ui/index.ts";
import styles from "../notifications.module.css";
import { browserParts, pushSupport, subscribeBrowser, type PushSupport } from "./push.ts";
import { useDeviceChanges, useMyDevices, useOwnFingerprint } from "./use-mine.ts";

/** The devices that receive push messages, and the button that adds this one. */
export function Devices({ pushKey }: { pushKey: string }) {
  const query = useMyDevices();
  const changes = useDeviceChanges();
  const now = useServerNow();
  const own = useOwnFingerprint();
  const isOn = query.data?.some(({ fingerprint, ended }) => fingerprint === own && ended === null) === true;
  return (
    <Card title="My Phones and Browsers">
      <Loaded query={query} content="your devices">
        {(devices) => (
          <ul aria-label="Devices" className="mb-3">
            {devices.map((device) => (
              <DeviceRow
                key={device.id}
                device={device}
                isOwn={device.fingerprint === own}
                now={now}
                onTest={() => changes.test.mutate(device.id)}
                onRemove={() => changes.remove.mutate({ id: device.id, isOwn: device.fingerprint === own })}
              />
            ))}
          </ul>
        )}
      </Loaded>
      {isOn ? (
        <p className="caption muted mb-2">Push notifications are on for this device.</p>
      ) : (
        <TurnOn pushKey={pushKey} add={changes.add} />
      )}
    </Card>
  );
}

type DeviceRowProps = { device: Device; isOwn: boolean; now: number; onTest: () => void; onRemove: () => void };

function DeviceRow({ device: { name, last_sent, ended, end_reason }, isOwn, now, onTest, onRemove }: DeviceRowProps) {
  const isPhone = /iPhone|iPad|Android/.test(name);
  const lastText = last_sent === null ? "no message yet" : `last message ${minutesAgoText(last_sent, now)}`;
  return (
    <li className={`align-center py-2h grid border-below ${styles.device}`}>
      <span className="square-32 inline-row justify-center soft sunken rounded">
        <Icon icon={ended !== null ? IconDeviceMobileOff : isPhone ? IconDeviceMobile : IconDeviceLaptop} size="l" />
      </span>
      <div>
        <b>{name}</b>
        {ended === null ? (
          <span className="block caption muted">{isOwn ? `This device · ${lastText}` : lastText}</span>
        ) : (
          <span className="block caption warn">{`${end_reason ?? "Its browser ended the subscription"}, ${shortMoment(ended, now)}`}</span>
        )}
      </div>
      <span className={`flex gap-2 ${styles.acts}`}>
        {ended === null ? (
          <>
            <Button icon={IconSend} aria-label={`Test ${name}`} onClick={onTest}>
              Test
            </Button>
            <IconButton icon={IconTrash} label={`Remove ${name}`} onClick={onRemove} />
          </>
        ) : (
          <Button icon={IconTrash} aria-label={`Remove ${name}`} onClick={onRemove}>
            Remove
          </Button>
        )}
      </span>
    </li>
  );
}

const texts: Record<Exclude<PushSupport, "available">, string> = {
  blocked: "This browser blocks messages. Allow them in its settings.",
  install: "On an iPhone or iPad first add Groundcrew to the Home Screen: Share, then Add to Home Screen.",
  unsupported: "This browser does not support push messages.",
};

type TurnOnProps = { pushKey: string; add: ReturnType<typeof useDeviceChanges>["add"] };

/** Subscribes this browser when it is pressed; permission is never asked for otherwise. */
function TurnOn({ pushKey, add }: TurnOnProps) {
  const [support, setSupport] = useState(() => pushSupport(browserParts()));
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function handlePress() {
    setAsking(true);
    setFailure(null);
    try {
      const device = await subscribeBrowser(pushKey);
      if (device) add.mutate(device);
    } catch (error) {
      setFailure(errorText(error));
    }
    setSupport(pushSupport(browserParts()));
    setAsking(false);
  }

  if (support !== "available") {
    return <Notice tone={support === "blocked" ? "warning" : "info"}>{texts[support]}</Notice>;
  }
  return (
    <div className={styles.turnOn}>
      <Button tone="main" wide icon={IconBellPlus} busy={isAsking || add.isPending} onClick={() => void handlePress()}>
        Turn On Push on This Device
      </Button>
      {failure !== null && <Notice tone="danger">{failure}</Notice>}
      {add.error && <Notice tone="danger">{errorSentence(add.error)}</Notice>}
      <p className="caption muted mb-2">{texts.install}</p>
    </div>
  );
}

/** Browsers say in English why they cannot subscribe. */
function errorText(error: unknown): string {
  return `This browser could not subscribe: ${error instanceof Error ? error.message : String(error)}`;
}
