import { useState } from "react";
import { isUnitConfigChecked, isUsedUnitConfig, unitConfigName } from "@groundcrew/shared/configs";
import { ownValue } from "@groundcrew/shared/lib";
import type { StationTypeMetadata } from "@groundcrew/shared/station-types";
import type { StationType } from "@groundcrew/shared/telemetry";
import { CheckField } from "../ui/index.ts";
import styles from "./config.module.css";

type UnitConfigsProps = { values: readonly boolean[]; type: StationType; metadata: StationTypeMetadata };

/** The unit configs of a configuration in order, read-only. */
export function UnitConfigs({ values, type, metadata }: UnitConfigsProps) {
  const [isAllShown, setAllShown] = useState(false);
  const all = values.map((value, index) => ({ value, number: index + 1 }));
  const visible = all.filter(({ number }) => isAllShown || isUsedUnitConfig(type, number));

  return (
    <>
      <div className={styles.unitHead}>
        <span className={styles.legend}>checked = disabled</span>
        <CheckField label="Show Unused Unit Configs" checked={isAllShown} onChange={setAllShown} />
      </div>
      {visible.length === 0 && <p className={styles.none}>The station has no unit configs.</p>}
      <ul className={styles.units} aria-label="Unit Configs">
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
      <label className={styles.unit}>
        <input type="checkbox" checked={isUnitConfigChecked(value)} disabled readOnly />
        <span>{unitConfigName(number)}</span>
        {known && <span className={styles.unitTitle}>{known.title}</span>}
      </label>
    </li>
  );
}
