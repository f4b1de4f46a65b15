import styles from "./text.module.css";
import type { Icon as TablerIcon } from "@tabler/icons-react";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";
import type { ReactNode } from "react";

/** Unformatted machine output, to read, select and copy. */
export function RawText({ label, rows, text }: { label: string; rows: number; text: string }) {
  return (
    <textarea
      className={`rounded full-width default sunken bordered p-3 inner-focus ${styles.text}`}
      aria-label={label}
      readOnly
      spellCheck={false}
      rows={rows}
      value={text}
    />
  );
}

/** An email address that may wrap after its @. */
export function Address({ address }: { address: string }) {
  const hostStart = address.indexOf("@") + 1;
  return (
    <>
      {address.slice(0, hostStart)}
      <wbr />
      {address.slice(hostStart)}
    </>
  );
}

type HeadingProps = {
  /** 1 for a page, 2 for a dialog. */
  level: 1 | 2;
  title: ReactNode;
  /** The title in full, where it is cut or not plain text. */
  fullTitle?: string;
  /** A second line, which is cut if it is text. */
  subtitle?: ReactNode;
  icon?: TablerIcon | undefined;
  /** The meaning of the icon. */
  iconLabel?: string;
  id?: string;
};

/** The title of a page or dialog. Truncated text is shown in full in a tooltip. */
export function Heading({ level, title, fullTitle, subtitle, icon, iconLabel, id }: HeadingProps) {
  const Title = level === 1 ? "h1" : "h2";
  return (
    <>
      {icon && (
        <span className={classes("square-32 center rigid rounded sunken soft", styles[Title])} title={iconLabel}>
          <Icon icon={icon} size="l" />
        </span>
      )}
      <div className={classes("grow min-0", styles.titles, styles[Title])}>
        <Title id={id} title={fullTitle ?? (typeof title === "string" ? title : undefined)}>
          {title}
        </Title>
        {typeof subtitle === "string" ? (
          <div className={`truncate caption muted ${styles.subtitle}`} title={subtitle}>
            {subtitle}
          </div>
        ) : (
          subtitle
        )}
      </div>
    </>
  );
}

/** Text for screen readers only. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="visually-hidden">{children}</span>;
}

/**
 * A sentence that a screen reader announces when it changes, without moving the focus: how many results a search has, which page
 * is shown. It is not announced when it first appears. Each part of the page has its own, so that one inside a dialog is
 * announced too.
 */
export function StatusLine({ children }: { children: string }) {
  return <output className="visually-hidden">{children}</output>;
}
