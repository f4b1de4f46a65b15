import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import { UI_DELAYS_MS, SECOND_MS } from "@groundcrew/shared/lib";
import { type Icon as TablerIcon, IconX } from "@tabler/icons-react";
import { pageValue, usePageValue } from "../page/index.ts";
import { buttonClass } from "./button.tsx";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";
import styles from "./floating.module.css";
import { toneLabels, type Tone } from "./notice.tsx";

type Toast = { id: number; tone: Tone; durationMs: number; content: ReactNode };

/** A failure has to be read, and a next step to be reached by keyboard. */
const LONG_MS = 15 * SECOND_MS;
/** More toasts than these wait until there is space. */
const VISIBLE_MAX = 4;

const toasts = pageValue<readonly Toast[]>(() => []);
const lastId = pageValue(() => 0);

function add(toast: Omit<Toast, "id">): number {
  const id = lastId.get() + 1;
  lastId.set(id);
  toasts.set([...toasts.get(), { ...toast, id }]);
  return id;
}

function remove(id: number): void {
  toasts.set(toasts.get().filter((one) => one.id !== id));
}

/**
 * Shows a message in the corner of the screen for five seconds, a failure for longer, or as long as the pointer is over it, with an
 * optional reason.
 */
export function toast(tone: Tone, message: string, reason?: string): void {
  const content = (
    <>
      <div>{message}</div>
      {reason !== undefined && <div>{reason}</div>}
    </>
  );
  const isFailure = tone === "danger" || tone === "warning";
  add({ tone, content, durationMs: isFailure ? LONG_MS : UI_DELAYS_MS.toast });
}

/** A step is offered for `durationMs`, if that is not as long as a failure is displayed. */
type NextStep = { label: string; icon?: TablerIcon; durationMs?: number; onPress: () => void };

/** Shows a message and offers next steps. */
export function toastWithNext(tone: Tone, message: string, ...steps: readonly NextStep[]): void {
  function press({ onPress }: NextStep) {
    remove(id);
    onPress();
  }
  const content = (
    <>
      <div>{message}</div>
      <div className="row wrap gap-2 mt-1h">
        {steps.map((step, index) => (
          <button
            key={step.label}
            type="button"
            className={buttonClass(index === 0 ? "plain" : "quiet")}
            onClick={() => press(step)}
          >
            {step.icon && <Icon icon={step.icon} />}
            {step.label}
          </button>
        ))}
      </div>
    </>
  );
  const id = add({ tone, content, durationMs: steps[0]?.durationMs ?? LONG_MS });
}

/**
 * The toasts: outside the page, which is inert while a dialog is open. Screen readers announce what is added to a region that already
 * exists, so the region is there from the start, also without toasts.
 */
export function Toasts() {
  const all = usePageValue(toasts);
  return createPortal(
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output element may not contain blocks and buttons
    <div ref={observeToastHeight} role="status" aria-live="polite" aria-atomic={false} className={styles.toasts}>
      {all.slice(0, VISIBLE_MAX).map((one) => (
        <ToastView key={one.id} {...one} />
      ))}
    </div>,
    document.body,
  );
}

function ToastView({ id, tone, durationMs, content }: Toast) {
  const { label: word, icon } = toneLabels[tone];
  return (
    <div
      role={tone === "danger" || tone === "warning" ? "alert" : undefined}
      className={classes("flex clip relative surface bordered", styles.toast, styles[tone])}
    >
      <span className={styles.icon}>
        <Icon icon={icon} size="l" />
      </span>
      <div className="grow clip">
        <div className="small default strong">{word}</div>
        <div className={`small soft pre-line ${styles.message}`}>{content}</div>
      </div>
      <button
        type="button"
        className={`center rigid muted bare rounded p-0 inner-focus hover ${styles.close}`}
        aria-label="Dismiss"
        onClick={() => remove(id)}
      >
        <Icon icon={IconX} />
      </button>
      {/* The animation is the timer, so that what pauses it also pauses the time. */}
      <div
        className={`absolute ${styles.bar}`}
        style={{ animationDuration: `${durationMs}ms` }}
        onAnimationEnd={() => remove(id)}
      />
    </div>
  );
}

/** Space (px) between toasts and the window's edge, and between toasts and a dialog. */
const MARGINS_PX = 12 + 12;

/**
 * Sets a CSS variable to the space that toasts take at the bottom of the window, so that they cover none of a dialog's buttons.
 * In a narrow window toasts are inside the dialog.
 */
function observeToastHeight(area: HTMLElement | null): (() => void) | undefined {
  if (area === null) return undefined;
  const observer = new ResizeObserver(() => {
    const { height } = area.getBoundingClientRect();
    const heightPx = height === 0 ? 0 : Math.ceil(height) + MARGINS_PX;
    document.documentElement.style.setProperty("--gc-toast-height", `${heightPx}px`);
  });
  observer.observe(area);
  return () => observer.disconnect();
}
