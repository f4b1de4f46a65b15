import type { ReactNode } from "react";
import type { Icon as TablerIcon } from "@tabler/icons-react";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";
import styles from "./button.module.css";

const tones = {
  plain: undefined,
  accent: "tint-accent",
  ok: "tint-ok",
  warn: "tint-warn",
  danger: "tint-danger",
  solid: "solid-danger",
  dashed: "dashed",
};

type PillProps = {
  tone: keyof typeof tones;
  icon: TablerIcon;
  title?: string | undefined;
  isSmall?: boolean;
  className?: string | undefined;
  children: ReactNode;
};

/** A reading: an icon and a word on a tint. */
export function Pill({ tone, icon, title, isSmall = false, className, children }: PillProps) {
  return (
    <span className={classes("state-pill", tones[tone], isSmall && styles.small, className)} title={title}>
      <Icon icon={icon} size="s" />
      <span className="truncate">{children}</span>
    </span>
  );
}
