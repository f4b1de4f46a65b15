import { IconAlertTriangle, IconTag } from "@tabler/icons-react";
import { Pill } from "../ui/index.ts";
import styles from "./sites.module.css";

/** A tag of a station. */
export function TagPill({ name, isCaution }: { name: string; isCaution: boolean }) {
  return (
    <Pill
      tone={isCaution ? "warn" : "plain"}
      icon={isCaution ? IconAlertTriangle : IconTag}
      className={styles.label}
      title={`Station tag ${name}`}
    >
      {name}
    </Pill>
  );
}
