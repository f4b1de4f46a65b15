import { ownValue } from "@groundcrew/shared/lib";
import {
  batteryStatusLabels,
  batteryTemperatureText,
  chargeMeter,
  chargerSlots,
  telemetryEmptyTexts,
  voltageText,
  type BatteryStatus,
  type ChargerBattery,
  type Snapshot,
  type StationType,
} from "@groundcrew/shared/telemetry";
import {
  IconBatteryCharging,
  IconBatteryExclamation,
  IconBatteryOff,
  IconCircleCheck,
  IconCircleDashed,
  IconHourglass,
  IconPlugConnected,
  IconPlugConnectedX,
  type Icon as TablerIcon,
} from "@tabler/icons-react";
import { wholeNumber } from "../lib/index.ts";
import { useStationTypes } from "../station/index.ts";
import { classes, Empty, Icon, Meter } from "../ui/index.ts";
import styles from "./telemetry.module.css";

type ChargersPartProps = {
  snapshot: Snapshot;
  type: StationType;
  /** False for an offline or stale station, whose values are shown without colors. */
  isLive: boolean;
};

/** The slots of a station's charger. */
export function ChargersPart({ snapshot, type, isLive }: ChargersPartProps) {
  const types = useStationTypes();
  const batteries = snapshot.charger_info?.batteries ?? [];
  if (batteries.length === 0) return <Empty icon={IconBatteryOff} sentence={telemetryEmptyTexts.chargers} />;
  // Until the type's metadata is loaded, only the reported slots.
  const slots = chargerSlots(batteries, ownValue(types.data ?? {}, type)?.battery_slots ?? 0);
  return (
    <>
      <ul className={`halves-medium one-column-tiny grid gap-3 ${styles.slots}`} aria-label="Battery slots">
        {slots.map(({ slot, battery }) => (
          <li key={slot} className="grid">
            {battery ? <Battery battery={battery} isLive={isLive} /> : <EmptySlot slot={slot} />}
          </li>
        ))}
      </ul>
      <p className="caption muted">Marks on each meter: 33 low, 70 high.</p>
    </>
  );
}

/** The slots of a charger in little space: the level and state of each battery. */
export function CompactSlots({ batteries, count, isLive }: CompactSlotsProps) {
  return (
    <ul className={`grid gap-1h ${styles.compact}`} aria-label="Battery slots">
      {chargerSlots(batteries, count).map(({ slot, battery }) => {
        const { icon, tone, label } = stateOf(battery?.status ?? "DISCONNECTED");
        const meter = chargeMeter(battery?.charger_level);
        return (
          <li
            key={slot}
            className={classes(
              "caption min-0",
              styles.compactSlot,
              battery ? isLive && styles[tone] : styles.compactEmpty,
            )}
          >
            <div className="flex justify-between muted">
              <span>{`Slot ${slot}`}</span>
              <b className="strong default">{battery && meter ? `${Math.round(meter.value)}%` : "–"}</b>
            </div>
            {battery && meter && <Meter label={`Charge of slot ${slot}`} {...meter} />}
            <div className={`flex gap-1 soft ${styles.state}`}>
              <Icon icon={icon} size="s" />
              {battery ? label : "Empty"}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

type CompactSlotsProps = {
  batteries: readonly ChargerBattery[];
  /** The slots of the station type's charger. */
  count: number;
  isLive: boolean;
};

/** How the state of a slot is shown. A newer server may send one that this page does not know. */
function stateOf(status: BatteryStatus) {
  const { icon, tone } = ownValue(statusIcons, status) ?? { icon: IconCircleDashed, tone: "grey" as const };
  return { icon, tone, label: ownValue(batteryStatusLabels, status) ?? status };
}

const statusIcons: Record<BatteryStatus, { icon: TablerIcon; tone: "ok" | "grey" | "warn" | "danger" }> = {
  CONNECTED: { icon: IconPlugConnected, tone: "grey" },
  CHARGING: { icon: IconBatteryCharging, tone: "ok" },
  COMPLETE: { icon: IconCircleCheck, tone: "ok" },
  ABNORMAL_COMMS: { icon: IconPlugConnectedX, tone: "warn" },
  ABNORMAL_RECOVERABLE: { icon: IconHourglass, tone: "warn" },
  ABNORMAL_UNRECOVERABLE: { icon: IconBatteryExclamation, tone: "danger" },
  DISCONNECTED: { icon: IconBatteryOff, tone: "grey" },
};

function Battery({ battery, isLive }: { battery: ChargerBattery; isLive: boolean }) {
  const { icon, tone, label } = stateOf(battery.status);
  const meter = chargeMeter(battery.charger_level);
  return (
    <div className={classes("panel", styles.slot, isLive ? styles[tone] : styles.oldSlot)}>
      <div className={`flex justify-between soft ${styles.top}`}>
        <span>{`Slot ${battery.slot}`}</span>
        <b>{meter ? `${meter.value}%` : "–"}</b>
      </div>
      {meter && <Meter label={`Charge of slot ${battery.slot}`} {...meter} />}
      <div className={`row gap-1h label soft ${styles.state}`}>
        <Icon icon={icon} />
        {label}
      </div>
      <dl className={`grid ${styles.lines}`}>
        <dt>Current</dt>
        <dd>{valueText(battery.current, (currentMa) => `${wholeNumber(currentMa)} mA`)}</dd>
        <dt>Voltage</dt>
        <dd>{valueText(battery.voltage, voltageText)}</dd>
        <dt>Temp</dt>
        <dd>{valueText(battery.temperature, batteryTemperatureText)}</dd>
        <dt>SN</dt>
        <dd>{battery.sn || "–"}</dd>
      </dl>
    </div>
  );
}

function EmptySlot({ slot }: { slot: number }) {
  return (
    <div className={classes("panel align-center", styles.slot, "column justify-center gap-2 muted", styles.empty)}>
      <Icon icon={IconBatteryOff} size="l" />
      <span>{`Slot ${slot}`}</span>
      <b className="label soft">{batteryStatusLabels.DISCONNECTED}</b>
    </div>
  );
}

function valueText(value: number | null | undefined, text: (value: number) => string): string {
  return value === null || value === undefined ? "–" : text(value);
}
