import { PATIENCE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import { Portal } from "@mantine/core";
import { notifications, Notifications, type NotificationData } from "@mantine/notifications";
import { Icon } from "./icon.tsx";
import { buttonClass } from "./button.tsx";
import { classes } from "./classes.ts";
import styles from "./toast.module.css";
import { toneLabels, type Tone } from "./tones.ts";

const NEXT_MS = 20 * SECOND_MS;

/** Says something in the corner of the screen for five seconds, or as long as someone points at it; below it the reason. */
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

/** Says that something was done, and leads on to what comes next. It stays long enough to be reached with the keyboard. */
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

/** Where toasts appear: beside the page, which takes no presses while a dialog is open. */
export function Toasts() {
  return (
    <Portal>
      <div ref={watchRoom}>
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

/** Space in px between toasts and the window's edge, and between them and a dialog. */
const MARGINS_PX = 16 + 8;

/** Tells dialogs how much room toasts take at the bottom of the window, so that they cover none of a dialog's buttons. In a narrow window they stand within it. */
function watchRoom(around: HTMLElement | null): (() => void) | undefined {
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
