import { telemetryEmptyTexts, type StationStatus } from "@groundcrew/shared/telemetry";
import { IconCircleCheck, IconUsb, IconUnlink } from "@tabler/icons-react";
import { momentText } from "../lib/index.ts";
import { Cell, classes, Empty, Icon, Notice, Table } from "../ui/index.ts";
import styles from "./telemetry.module.css";

type Usb = NonNullable<StationStatus["usb_status"]>;
type Device = NonNullable<Usb["cameras"]>[string];
type NamedDevice = { id: string; name: string; device: Device };

/** The devices on a station's USB bus. */
export function UsbPart({ usb }: { usb: Usb | undefined }) {
  const serial = serialDevices(usb);
  const cameras = Object.entries(usb?.cameras ?? {}).map(([id, device]) => namedDevice(id, device, id));
  if (!usb || serial.length + cameras.length === 0) return <Empty icon={IconUsb} sentence={telemetryEmptyTexts.usb} />;
  return (
    <>
      {serial.length > 0 && <Devices title="Serial Devices" devices={serial} />}
      {cameras.length > 0 && <Devices title="Cameras" devices={cameras} />}
      {usb.all_cameras_detected === false && (
        <Notice tone="warning">
          {`Not all cameras are detected; all last seen: ${lastSeen(usb.last_all_cameras_detected)}`}
        </Notice>
      )}
    </>
  );
}

function serialDevices(usb: Usb | undefined): NamedDevice[] {
  const { hexboard, other = [] } = usb?.serial_devices_detected ?? {};
  return [
    ...(hexboard ? [namedDevice("hexboard", hexboard, "HexBoard")] : []),
    ...other.map((device, index) => namedDevice(`other ${index}`, device, "Unknown")),
  ];
}

function namedDevice(id: string, device: Device, fallback: string): NamedDevice {
  return { id, device, name: device.name ?? fallback };
}

function Devices({ title, devices }: { title: string; devices: readonly NamedDevice[] }) {
  const head = ["Name", "Detected", "Last Detected", "Path"].map((label) => ({ label }));
  return (
    <section className={classes("unbroken min-0", styles.section, styles.devices)}>
      <h3 className="row gap-2 mb-2 label">{title}</h3>
      <Table label={title} head={head}>
        {devices.map(({ id, name, device: { path, detected, last_detected } }) => (
          <tr key={id}>
            <Cell>{name}</Cell>
            <Cell>
              <span className={classes("inline-row gap-1h", styles.detected, !detected && styles.missing)}>
                <Icon icon={detected ? IconCircleCheck : IconUnlink} size="s" />
                {detected ? "Detected" : "Not detected"}
              </span>
            </Cell>
            <Cell>{lastSeen(last_detected)}</Cell>
            <Cell>
              <span className="mono size-caption">{path || "–"}</span>
            </Cell>
          </tr>
        ))}
      </Table>
    </section>
  );
}

/** A time on the station's clock, from seconds since the epoch. */
function lastSeen(seconds: number | null | undefined): string {
  return seconds === null || seconds === undefined ? "never" : momentText(seconds * 1_000);
}
