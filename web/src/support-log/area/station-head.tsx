import type { ReactNode } from "react";
import type { Station } from "@groundcrew/shared/stations";
import { StationLink, titleOf } from "../../station/index.ts";
import styles from "./support-log-page.module.css";

type StationHeadProps = {
  name: string;
  /** The station; undefined until it is loaded. */
  station: Station | undefined;
  /** Buttons on the right. */
  children: ReactNode;
};

/** A heading with a station's name, organization and location. */
export function StationHead({ name, station, children }: StationHeadProps) {
  const details = station && [station.organization_name, station.location_deployment].filter(Boolean).join(" · ");
  return (
    <div className={styles.head}>
      <h2 className={styles.name}>
        <StationLink name={name} path="supportlog" title={name}>
          {station ? titleOf(station) : name}
        </StationLink>
      </h2>
      <span className={styles.about} title={details}>
        {details}
      </span>
      <div className={styles.buttons}>{children}</div>
    </div>
  );
}
