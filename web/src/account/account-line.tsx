import type { ReactNode } from "react";
import type { Icon as TablerIcon } from "@tabler/icons-react";
import { Icon } from "../ui/index.ts";
import styles from "./account.module.css";

type LineProps = { icon: TablerIcon; title: ReactNode; text: ReactNode; children?: ReactNode };

/** A part of the account, with what can be done with it; in an element that draws lines between its parts. */
export function AccountLine({ icon, title, text, children }: LineProps) {
  return (
    <li className={`row wrap gap-3 py-2h ${styles.line}`}>
      <span className="row rigid muted">
        <Icon icon={icon} size="l" />
      </span>
      <div className={`grow min-0 ${styles.text}`}>
        <b className="block anywhere">{title}</b>
        <span className="caption muted anywhere">{text}</span>
      </div>
      {children}
    </li>
  );
}

type GroupProps = { title: string; action?: ReactNode; children: ReactNode };

/** Parts of the account of one kind, in a frame below their title. */
export function AccountGroup({ title, action, children }: GroupProps) {
  return (
    <section className={styles.group} aria-label={title}>
      <div className={"row gap-3 mb-2"}>
        <h3 className="label grow">{title}</h3>
        {action}
      </div>
      <ul className={`bordered rounded ruled ${styles.box}`}>{children}</ul>
    </section>
  );
}
