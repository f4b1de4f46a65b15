import type { Icon as TablerIcon } from "@tabler/icons-react";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";
import styles from "./heading.module.css";

type HeadingProps = {
  /** 1 for a page, 2 for a dialog. */
  level: 1 | 2;
  title: string;
  /** The title in full, where it is a short one. */
  fullTitle?: string;
  /** A second line. */
  about?: string | undefined;
  icon?: TablerIcon | undefined;
  /** The meaning of the icon. */
  iconLabel?: string;
  id?: string;
  /** Class of the title and the second line. */
  className?: string | undefined;
};

/** The title of a page or dialog. Truncated text is shown in full in a tooltip. */
export function Heading({ level, title, fullTitle = title, about, icon, iconLabel, id, className }: HeadingProps) {
  const Title = level === 1 ? "h1" : "h2";
  return (
    <>
      {icon && (
        <span className={classes(styles.sign, styles[Title])} title={iconLabel}>
          <Icon icon={icon} size="l" />
        </span>
      )}
      <div className={classes(styles.titles, styles[Title], className)}>
        <Title id={id} title={fullTitle}>
          {title}
        </Title>
        {about !== undefined && (
          <div className={styles.about} title={about}>
            {about}
          </div>
        )}
      </div>
    </>
  );
}
