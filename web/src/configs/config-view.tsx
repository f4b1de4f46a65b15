import { useState } from "react";
import {
  isUnitConfigChecked,
  isUsedUnitConfig,
  positionLines,
  unitConfigName,
  type PositionLine,
  type StationConfig,
} from "@groundcrew/shared/configs";
import { ownValue, PORTS } from "@groundcrew/shared/lib";
import { hardwareVersion } from "@groundcrew/shared/ssot";
import type { StationTypeMetadata } from "@groundcrew/shared/station-types";
import type { Station } from "@groundcrew/shared/stations";
import type { StationType } from "@groundcrew/shared/telemetry";
import { Time } from "../kit/index.ts";
import { Card, CheckField, Readings, TextField } from "../ui/index.ts";
import styles from "./configs.module.css";

type ConfigViewProps = {
  config: StationConfig;
  station: Pick<Station, "station_type" | "ssot_latest">;
  metadata: StationTypeMetadata;
};

const port = { type: "number", ...PORTS, readOnly: true } as const;

/** A configuration, read-only: positions, unit configs and streaming servers. */
export function ConfigView({ config, station, metadata }: ConfigViewProps) {
  const turn = config.streaming_turn;
  return (
    <div className={`column gap-4 ${styles.view}`}>
      <Card title="Versions">
        <Readings
          columns={2}
          lines={[
            { label: "API Version", value: config.version_api },
            { label: "Firmware Version", value: config.version_firmware },
            { label: "First Reported", value: <Time at={config.created} /> },
            { label: "Last Seen", value: <Time at={config.seen} /> },
          ]}
        />
      </Card>
      <Card title="Offsets">
        <div className={styles.categories}>
          {positionLines(config, metadata, hardwareVersion(station.ssot_latest)).map(({ title, lines }) => (
            <section key={title} className={`unbroken ${styles.category}`}>
              <h3 className="mb-1 label border-below">{title}</h3>
              <dl>
                {lines.map((line, index) => (
                  // Entries of the same position share a subtext, which is shown once.
                  <OffsetLine key={line.name} line={line} isRepeated={line.subtext === lines[index - 1]?.subtext} />
                ))}
              </dl>
            </section>
          ))}
        </div>
      </Card>
      <Card title="Unit Configs">
        <UnitConfigs values={config.unit_configs} type={station.station_type} metadata={metadata} />
      </Card>
      <Card title="Streaming Info">
        {turn === null ? (
          <p className="size-small muted">The station has no streaming configuration.</p>
        ) : (
          <div className={`grid ${styles.streaming}`}>
            <TextField label="STUN URL" value={turn.stun_url} readOnly />
            <TextField label="STUN Port" value={turn.stun_port} {...port} />
            <TextField label="TURN Protocol" value={turn.turn_protocol} readOnly />
            <TextField label="TURN URL" value={turn.turn_url} readOnly />
            <TextField label="TURN Port" value={turn.turn_port} {...port} />
          </div>
        )}
      </Card>
    </div>
  );
}

/** One position: base position, offset and sum. */
function OffsetLine({ line, isRepeated }: { line: PositionLine; isRepeated: boolean }) {
  const { name, label, description, subtext, position, offset, sum } = line;
  return (
    <div className={`py-1 min-32 row gap-3 small ${styles.offset}`}>
      <dt className="grow min-0 soft" title={[name, description].filter(Boolean).join(": ")}>
        {label}
        {subtext !== "" && !isRepeated && <span className="block caption muted">{subtext}</span>}
      </dt>
      <dd className="row gap-1h">
        <span className={`text-end ${styles.number}`}>{position ?? "–"}</span>
        <span aria-hidden>+</span>
        <span className={`text-end sunken rounded-sm ${styles.box}`} title="Offset, read-only">
          {offset ?? 0}
        </span>
        <span aria-hidden>=</span>
        <b className={`text-end ${styles.number}`}>{sum ?? "–"}</b>
      </dd>
    </div>
  );
}

type UnitConfigsProps = { values: readonly boolean[]; type: StationType; metadata: StationTypeMetadata };

/** The unit configs of a configuration in order, read-only. */
function UnitConfigs({ values, type, metadata }: UnitConfigsProps) {
  const [isAllShown, setAllShown] = useState(false);
  const all = values.map((value, index) => ({ value, number: index + 1 }));
  const visible = all.filter(({ number }) => isAllShown || isUsedUnitConfig(type, number));

  return (
    <>
      <div className={`row wrap mb-2 ${styles.unitHead}`}>
        <span className="caption muted">checked = disabled</span>
        <CheckField label="Show Unused Unit Configs" checked={isAllShown} onChange={setAllShown} />
      </div>
      {visible.length === 0 && <p className="size-small muted">The station has no unit configs.</p>}
      <ul className={`grid ${styles.units}`} aria-label="Unit Configs">
        {visible.map(({ value, number }) => (
          <UnitConfig key={number} number={number} value={value} metadata={metadata} />
        ))}
      </ul>
    </>
  );
}

type UnitConfigProps = { number: number; value: boolean; metadata: StationTypeMetadata };

/** One unit config: checked means that its value is false. */
function UnitConfig({ number, value, metadata }: UnitConfigProps) {
  const known = ownValue(metadata.unit_configs, String(number));
  return (
    <li title={known?.description}>
      <label className={`row gap-2 nowrap small ${styles.unit}`}>
        <input type="checkbox" checked={isUnitConfigChecked(value)} disabled readOnly />
        <span>{unitConfigName(number)}</span>
        {known && <span className="ellipsis muted clip">{known.title}</span>}
      </label>
    </li>
  );
}
