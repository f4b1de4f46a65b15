import type { ReactNode } from "react";
import type { Icon as TablerIcon } from "@tabler/icons-react";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";
import styles from "./text.module.css";

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
