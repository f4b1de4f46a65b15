import type { RejectedConnection } from "@groundcrew/shared/link";
import { newNameProblem } from "@groundcrew/shared/stations";
import { IconPencil, IconPlus } from "@tabler/icons-react";
import { useConsole } from "../console/index.ts";
import { StationLink } from "../station/index.ts";
import { Button, buttonClass, Icon } from "../ui/index.ts";
import styles from "./link.module.css";

type RejectedActionsProps = Pick<RejectedConnection, "station" | "reason"> & { onAdd: () => void };

/** What an admin can do about a rejected station: add it, or edit its password and its service state. */
export function RejectedActions({ station, reason, onAdd }: RejectedActionsProps) {
  const { brand } = useConsole();
  const problem = newNameProblem(station, brand);
  switch (reason) {
    case "unknown":
      return problem === null ? (
        <Button icon={IconPlus} aria-label={`Add Station ${station}`} onClick={onAdd}>
          Add Station
        </Button>
      ) : (
        <span className={styles.problem}>{problem}</span>
      );
    case "disabled":
    case "wrong_secret":
      return (
        <StationLink name={station} path="edit" className={buttonClass("plain")} aria-label={`Edit Station ${station}`}>
          <Icon icon={IconPencil} />
          Edit Station
        </StationLink>
      );
    case "client_id":
    case "will":
    case "mqtt_version":
      return null;
  }
}
