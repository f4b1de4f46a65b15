import {
  createContext,
  use,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from "react";
import { FocusTrap, Portal } from "@mantine/core";
import { IconX, type Icon as TablerIcon } from "@tabler/icons-react";
import { Button, IconButton } from "./button.tsx";
import { classes } from "./classes.ts";
import styles from "./dialog.module.css";
import { focusNear, focusOriginOf, isInClosedDialog } from "./focus-near.ts";
import { Heading } from "./heading.tsx";
import { usePageLock } from "./use-page-lock.ts";

type DialogProps = {
  title: string;
  /** A second line below the title. */
  subtitle?: string;
  icon?: TablerIcon;
  /** Shown at the right of the title. */
  aside?: ReactNode;
  /** Between the title and the scrolling content. */
  tabs?: ReactNode;
  size?: "narrow" | "form" | "medium" | "wide";
  /** Positioned at the right if there is space, without darkening the page. */
  isFloating?: boolean;
  /** A press outside the dialog does not close it. */
  isStatic?: boolean;
  /** Escape does not close it either, because its content cannot be shown again. */
  isPersistent?: boolean;
  /** There is unsaved input, so closing asks for confirmation first. */
  hasInput?: boolean;
  /** Called before the dialog closes with unsaved input. */
  onDiscard?: () => void;
  /** Left of the Close button in the footer; a notice has its own line. */
  footer?: ReactNode;
  /** Label of the button in the footer. */
  closeLabel?: string;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog over the page. It is open while it is rendered; afterwards the focus returns to where it was. */
export function Dialog({ title, subtitle, icon, aside, tabs, size = "medium", ...rest }: DialogProps) {
  const {
    isPersistent = false,
    isStatic = isPersistent,
    isFloating = false,
    footer,
    closeLabel = "Close",
    hasInput = false,
    onDiscard,
    onClose,
    children,
  } = rest;
  const { handleClose, question } = useDiscardQuestion({ hasInput, onDiscard, onClose });
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useFocusReturn();
  usePageLock();
  useEscape(dialog, isPersistent ? undefined : handleClose);

  return (
    <DialogDepth>
      <Portal>
        <div className={classes(styles.overlay, isFloating && styles.floating)}>
          {!isStatic && (
            <button type="button" tabIndex={-1} aria-hidden className={styles.beside} onClick={handleClose} />
          )}
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
                <IconButton tone="quiet" icon={IconX} label="Close dialog" onClick={handleClose} />
              </div>
              {tabs && <div className={styles.tabs}>{tabs}</div>}
              {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- what scrolls must be reachable by keyboard; no landmark, since its dialog is one, and no fieldset */}
              <section role="group" className={styles.body} tabIndex={0} aria-label="Content">
                {children}
              </section>
              <div ref={observeFooterHeight} className={styles.foot}>
                {footer}
                <Button className={styles.close} onClick={handleClose}>
                  {closeLabel}
                </Button>
              </div>
            </dialog>
          </FocusTrap>
        </div>
        {question}
      </Portal>
    </DialogDepth>
  );
}

type DiscardOptions = { hasInput: boolean; onDiscard: (() => void) | undefined; onClose: () => void };

/** Closes a dialog without input at once, and asks before input is discarded. */
function useDiscardQuestion({ hasInput, onDiscard, onClose }: DiscardOptions) {
  const [isAsking, setAsking] = useState(false);
  function handleDiscard() {
    onDiscard?.();
    onClose();
  }
  return {
    handleClose: () => (hasInput ? setAsking(true) : onClose()),
    question: isAsking && <DiscardQuestion onDiscard={handleDiscard} onClose={() => setAsking(false)} />,
  };
}

function DiscardQuestion({ onDiscard, onClose }: { onDiscard: () => void; onClose: () => void }) {
  return (
    <Dialog
      title="Discard Changes?"
      size="form"
      closeLabel="Keep Editing"
      footer={
        <Button data-autofocus onClick={onDiscard}>
          Discard
        </Button>
      }
      onClose={onClose}
    >
      What you entered has not been saved.
    </Dialog>
  );
}

const footers = new Set<Element>();

/** Sets a CSS variable to the height of the topmost dialog's footer: in a narrow window toasts are shown above it. */
function observeFooterHeight(foot: HTMLElement | null): (() => void) | undefined {
  if (foot === null) return undefined;
  const note = () => {
    const height = [...footers].at(-1)?.getBoundingClientRect().height ?? 0;
    document.documentElement.style.setProperty("--gc-foot-room", `${Math.ceil(height)}px`);
  };
  const observer = new ResizeObserver(note);
  footers.add(foot);
  observer.observe(foot);
  return () => {
    observer.disconnect();
    footers.delete(foot);
    note();
  };
}

/** Returns the focus to the element that had it before the dialog opened, or to one near it if that is removed or disabled. */
function useFocusReturn(): void {
  const [opener] = useState(() => focusOriginOf(document.activeElement));
  useEffect(
    () => () => {
      // The dialog is still in the page; the content it covers can be focused only afterwards. Another dialog may have the focus
      // by then.
      setTimeout(() => {
        if (document.activeElement === document.body && !isInClosedDialog(opener)) focusNear(opener);
      });
    },
    [opener],
  );
}

/** Closes the topmost dialog on Escape, unless a menu is open above it. */
function useEscape(dialog: RefObject<HTMLElement | null>, onClose: (() => void) | undefined): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, isComposing, defaultPrevented } = event;
    if (key !== "Escape" || isComposing || defaultPrevented || dialog.current === null) return;
    const isTopmost = [...document.querySelectorAll('[aria-modal="true"]')].at(-1) === dialog.current;
    if (!isTopmost || isAbove(dialog.current, target)) return;
    event.preventDefault();
    onClose?.();
  });

  // Before the dialog is painted, since the key may be pressed as soon as it is visible.
  useLayoutEffect(() => {
    const handleKey = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", handleKey);
    return () => window.removeEventListener("keydown", handleKey);
  }, []);
}

/**
 * Whether an element is above the dialog: such elements follow it in the document. An element below it keeps the focus for a
 * moment after the dialog opened.
 */
function isAbove(dialog: HTMLElement, target: EventTarget | null): boolean {
  if (!(target instanceof Node) || dialog.contains(target)) return false;
  return (dialog.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

const DepthContext = createContext(0);

/** The number of open dialogs around this component. */
export function useDialogDepth(): number {
  return use(DepthContext);
}

/** Wraps the content of a dialog. */
function DialogDepth({ children }: { children: ReactNode }) {
  const depth = useDialogDepth() + 1;
  return <DepthContext value={depth}>{children}</DepthContext>;
}
