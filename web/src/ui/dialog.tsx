import { useEffect, useEffectEvent, useId, useRef, useState, type ReactNode, type RefObject } from "react";
import { FocusTrap, Portal } from "@mantine/core";
import { IconX, type Icon as TablerIcon } from "@tabler/icons-react";
import { Button, IconButton } from "./button.tsx";
import { classes } from "./classes.ts";
import styles from "./dialog.module.css";
import { Heading } from "./heading.tsx";
import { usePageLock } from "./use-page-lock.ts";

type DialogProps = {
  title: string;
  /** A second line below the title. */
  subtitle?: string;
  icon?: TablerIcon;
  /** Stands at the right of the title. */
  aside?: ReactNode;
  /** Between the title and what scrolls. */
  tabs?: ReactNode;
  size?: "narrow" | "form" | "medium" | "wide";
  /** Stands at the right where there is room, and leaves what is below it bright. */
  isFloating?: boolean;
  /** A press beside the dialog does not close it. */
  isStatic?: boolean;
  /** Escape does not close it either: what it shows cannot be opened again. */
  isKept?: boolean;
  /** Left of the footer's Close button; a notice takes a line of its own. */
  footer?: ReactNode;
  /** What the button in the footer says. */
  closeLabel?: string;
  onClose: () => void;
  children: ReactNode;
};

/** A window over the page. It is open for as long as it is rendered; the focus then goes back to where it came from. */
export function Dialog({ title, subtitle, icon, aside, tabs, size = "medium", ...rest }: DialogProps) {
  const {
    isKept = false,
    isStatic = isKept,
    isFloating = false,
    footer,
    closeLabel = "Close",
    onClose,
    children,
  } = rest;
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useFocusReturn();
  usePageLock();
  useEscape(dialog, isKept ? undefined : onClose);

  return (
    <Portal>
      <div className={classes(styles.overlay, isFloating && styles.floating)}>
        {!isStatic && <button type="button" tabIndex={-1} aria-hidden className={styles.beside} onClick={onClose} />}
        <FocusTrap innerRef={dialog}>
          <dialog
            open
            aria-modal
            aria-labelledby={titleId}
            tabIndex={-1}
            className={classes(styles.dialog, styles[size])}
          >
            <div className={styles.head} tabIndex={-1} data-autofocus={size !== "form" || undefined}>
              <Heading level={2} id={titleId} title={title} about={subtitle} icon={icon} />
              {aside}
              <IconButton tone="quiet" icon={IconX} label="Close dialog" onClick={onClose} />
            </div>
            {tabs && <div className={styles.tabs}>{tabs}</div>}
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
            <section className={styles.body} tabIndex={0} aria-label="Content">
              {children}
            </section>
            <div className={styles.foot}>
              {footer}
              <Button className={styles.close} onClick={onClose}>
                {closeLabel}
              </Button>
            </div>
          </dialog>
        </FocusTrap>
      </div>
    </Portal>
  );
}

/** Remembers who had the focus before, and gives it back in the end. */
function useFocusReturn(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // The dialog is still in the page; what it covers can be focused only afterwards.
      if (opener instanceof HTMLElement) setTimeout(() => opener.focus({ preventScroll: true }));
    },
    [opener],
  );
}

/** Closes on Escape, but not for what opened above the dialog. */
function useEscape(dialog: RefObject<HTMLElement | null>, onClose: (() => void) | undefined): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, isComposing, defaultPrevented } = event;
    if (key !== "Escape" || isComposing || defaultPrevented) return;
    const isTopmost = [...document.querySelectorAll('[aria-modal="true"]')].at(-1) === dialog.current;
    const isInside = target === document.body || (target instanceof Node && dialog.current?.contains(target));
    if (!isTopmost || !isInside) return;
    event.preventDefault();
    onClose?.();
  });

  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", handleKey);
    return () => window.removeEventListener("keydown", handleKey);
  }, []);
}
