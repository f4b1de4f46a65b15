import { useId, useState } from "react";
import { IconChevronDown, IconChevronRight, IconNotes } from "@tabler/icons-react";
import { Icon } from "../ui/index.ts";
import styles from "./station-log-accordion.module.css";
import { StationLog } from "./station-log.tsx";

/** A collapsible section with a station's support log, loaded when first opened. */
export function StationLogAccordion({ station }: { station: string }) {
  const panelId = useId();
  const [state, setState] = useState<"untouched" | "open" | "closed">("untouched");
  const isOpen = state === "open";
  return (
    <section className={styles.accordion}>
      <h2 className={styles.heading}>
        <button
          type="button"
          className={styles.opener}
          aria-expanded={isOpen}
          aria-controls={panelId}
          onClick={() => setState(isOpen ? "closed" : "open")}
        >
          <Icon icon={isOpen ? IconChevronDown : IconChevronRight} />
          <Icon icon={IconNotes} />
          Support Log
        </button>
      </h2>
      <div id={panelId} className={styles.panel} hidden={!isOpen}>
        {state !== "untouched" && <StationLog station={station} />}
      </div>
    </section>
  );
}
