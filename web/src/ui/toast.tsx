import { PATIENCE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import { Portal } from "@mantine/core";
import { notifications, Notifications, type NotificationData } from "@mantine/notifications";
import { Icon } from "./icon.tsx";
import { buttonClass } from "./button.tsx";
import { classes } from "./classes.ts";
import styles from "./toast.module.css";
import { toneLabels, type Tone } from "./tones.ts";

const NEXT_MS = 20 * SECOND_MS;

/** Shows a message in the corner of the screen for five seconds, or as long as the pointer is over it, with an optional reason. */
export function toast(tone: Tone, message: string, reason?: string): void {
  show(tone, {
    message: (
      <>
        <div>{message}</div>
        {reason !== undefined && <div>{reason}</div>}
      </>
    ),
  });
}

/** Reports a success and offers the next step. It stays long enough to be reached with the keyboard. */
export function toastWithNext(message: string, next: { label: string; onPress: () => void }): void {
  function handlePress() {
    notifications.hide(id);
    next.onPress();
  }
  const id = show("success", {
    autoClose: NEXT_MS,
    message: (
      <>
        <div>{message}</div>
        <button type="button" className={classes(buttonClass("plain"), styles.next)} onClick={handlePress}>
          {next.label}
        </button>
      </>
    ),
  });
}

function show(tone: Tone, content: NotificationData): string {
  const { word, icon, color } = toneLabels[tone];
  return notifications.show({
    ...content,
    title: word,
    color: `var(--gc-${color})`,
    icon: <Icon icon={icon} size="l" />,
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

/** The toasts: outside the page, which is inert while a dialog is open. */
export function Toasts() {
  return (
    <Portal>
      <div ref={observeToastHeight}>
        <Notifications
          className={styles.place}
          position="bottom-right"
          withinPortal={false}
          autoClose={PATIENCE_MS.toast}
          withAutoCloseProgress
          limit={4}
        />
      </div>
    </Portal>
  );
}

/** Space (px) between toasts and the window's edge, and between toasts and a dialog. */
const MARGINS_PX = 16 + 8;

/**
 * Sets a CSS variable to the space that toasts take at the bottom of the window, so that they cover none of a dialog's buttons.
 * In a narrow window toasts are inside the dialog.
 */
function observeToastHeight(around: HTMLElement | null): (() => void) | undefined {
  const place = around?.querySelector('[data-position="bottom-right"]');
  if (!place) return undefined;
  const observer = new ResizeObserver(() => {
    const { height } = place.getBoundingClientRect();
    const room = height === 0 ? 0 : Math.ceil(height) + MARGINS_PX;
    document.documentElement.style.setProperty("--gc-toast-room", `${room}px`);
  });
  observer.observe(place);
  return () => observer.disconnect();
}
