import { PATIENCE_MS } from "@groundcrew/shared/lib";
import { notifications, Notifications } from "@mantine/notifications";
import { Icon } from "./icon.tsx";
import styles from "./toast.module.css";
import { toneSigns, type Tone } from "./tones.ts";

/** Says something in the corner of the screen for five seconds, or as long as someone points at it; below it the reason. */
export function toast(tone: Tone, message: string, reason?: string): void {
  const { word, icon, color } = toneSigns[tone];
  notifications.show({
    title: word,
    message: (
      <>
        <div>{message}</div>
        {reason !== undefined && <div>{reason}</div>}
      </>
    ),
    color: `var(--gc-${color})`,
    icon: <Icon of={icon} size="l" />,
    role: tone === "danger" || tone === "warning" ? "alert" : "status",
    closeButtonProps: { "aria-label": "Dismiss", size: 24, className: styles.close },
    styles: { icon: { color: `var(--gc-${color}-text)` } },
    classNames: {
      root: styles.toast,
      icon: styles.icon,
      body: styles.body,
      title: styles.title,
      description: styles.description,
    },
  });
}

/** Where toasts appear. */
export function Toasts() {
  return <Notifications className={styles.place} autoClose={PATIENCE_MS.toast} withAutoCloseProgress limit={4} />;
}
