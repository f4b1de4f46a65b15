import type { ReactNode } from "react";
import type { Icon as TablerIcon } from "@tabler/icons-react";
import { Icon } from "../ui/index.ts";
import styles from "./account.module.css";

type LineProps = { icon: TablerIcon; title: ReactNode; text: ReactNode; children?: ReactNode };

/** A part of the account, with what can be done with it; in an element that draws lines between its parts. */
export function AccountLine({ icon, title, text, children }: LineProps) {
  return (
    <div className="row wrap gap-3 py-2h">
      <span className="square-32 center rigid soft sunken rounded">
        <Icon icon={icon} size="l" />
      </span>
      <div className={`grow min-0 ${styles.text}`}>
        <b className="block">{title}</b>
        <span className="caption muted anywhere">{text}</span>
      </div>
      {children}
    </div>
  );
}
