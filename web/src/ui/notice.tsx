import type { ReactNode } from "react";
import {
  IconAlertCircle,
  IconRefresh,
  type Icon as TablerIcon,
  IconAlertTriangle,
  IconCircleCheck,
  IconInfoCircle,
} from "@tabler/icons-react";
import { Button } from "./button.tsx";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";
import styles from "./text.module.css";

type NoticeProps = {
  tone: Tone;
  icon?: TablerIcon;
  action?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
};

/** A notice beside the content it is about. Errors are read out immediately. */
export function Notice({ tone, icon, action, className, children }: NoticeProps) {
  const { tint, icon: usual } = toneLabels[tone];
  return (
    <div
      className={classes("small flex rounded", styles.notice, tint, className)}
      role={tone === "danger" ? "alert" : "status"}
    >
      <Icon icon={icon ?? usual} size="l" />
      <div className="grow min-0 anywhere pre-line">{children}</div>
      {action}
    </div>
  );
}

type EmptyProps = { icon: TablerIcon; sentence: string; action?: ReactNode };

/** Shown instead of content when there is none. */
export function Empty({ icon, sentence, action }: EmptyProps) {
  return (
    <div className={`align-center column gap-2 muted text-center rounded ${styles.empty}`}>
      <Icon icon={icon} size="xl" />
      <strong className="default">{sentence}</strong>
      {action}
    </div>
  );
}

type ProblemProps = EmptyProps & { reason: string };

/** Shown instead of content that is not available, with the reason. */
export function Problem({ icon, sentence, reason, action }: ProblemProps) {
  return (
    <div
      className={classes("align-center column gap-2 muted text-center rounded", styles.empty, styles.failed)}
      role="alert"
    >
      <Icon icon={icon} size="xl" />
      <strong className="default">{sentence}</strong>
      <span className="soft pre-line">{reason}</span>
      {action}
    </div>
  );
}

type FailedProps = { sentence: string; reason: string; onReload: () => void };

/** Shown instead of content that could not be loaded. */
export function Failed({ onReload, ...problem }: FailedProps) {
  const reload = (
    <Button icon={IconRefresh} onClick={onReload}>
      Reload
    </Button>
  );
  return <Problem {...problem} icon={IconAlertCircle} action={reload} />;
}

/** A failure that leaves nothing else to show. */
export function StartFailed(props: FailedProps) {
  return (
    <main className={`px-2 ${styles.alone}`}>
      <Failed {...props} />
    </main>
  );
}

export type Tone = "success" | "info" | "warning" | "danger";

/** The word and the icon for each tone, so that color is never the only sign. */
export const toneLabels: Record<Tone, { label: string; icon: TablerIcon; tint: string }> = {
  success: { label: "Success", icon: IconCircleCheck, tint: "tint-ok" },
  info: { label: "Info", icon: IconInfoCircle, tint: "tint-accent" },
  warning: { label: "Warning", icon: IconAlertTriangle, tint: "tint-warn" },
  danger: { label: "Error", icon: IconAlertCircle, tint: "tint-danger" },
};
