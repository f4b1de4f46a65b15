import type { ReactNode } from "react";
import type { Station } from "@groundcrew/shared/stations";
import { StationLink, titleOf } from "../../station/index.ts";
import styles from "./support-log-page.module.css";

type StationHeadProps = {
  name: string;
  /** The station, once it is known. */
  station: Station | undefined;
  /** Buttons at the right. */
  children: ReactNode;
};

/** Which station something is about. */
export function StationHead({ name, station, children }: StationHeadProps) {
  const about = station && [station.organization_name, station.location_deployment].filter(Boolean).join(" · ");
  return (
    <div className={styles.head}>
      <h2 className={styles.name}>
        <StationLink name={name} path="supportlog" title={name}>
          {station ? titleOf(station) : name}
        </StationLink>
      </h2>
      <span className={styles.about} title={about}>
        {about}
      </span>
      <div className={styles.buttons}>{children}</div>
    </div>
  );
}
