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
  /** Something was entered that closing would lose, so that it is asked for first. */
  isFilled?: boolean;
  /** Called before a filled dialog closes without saving. */
  onDiscard?: () => void;
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
    isFilled = false,
    onDiscard,
    onClose,
    children,
  } = rest;
  const { handleClose, question } = useDiscardQuestion({ isFilled, onDiscard, onClose });
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useFocusReturn();
  usePageLock();
  useEscape(dialog, isKept ? undefined : handleClose);

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
              <div ref={watchFoot} className={styles.foot}>
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

type Closing = { isFilled: boolean; onDiscard: (() => void) | undefined; onClose: () => void };

/** Closes at once what holds nothing, and asks before anything entered is lost. */
function useDiscardQuestion({ isFilled, onDiscard, onClose }: Closing) {
  const [isAsking, setAsking] = useState(false);
  function handleDiscard() {
    onDiscard?.();
    onClose();
  }
  return {
    handleClose: () => (isFilled ? setAsking(true) : onClose()),
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

const feet = new Set<Element>();

/** Tells toasts how high the buttons at the foot of the topmost dialog are: in a narrow window they stand above those. */
function watchFoot(foot: HTMLElement | null): (() => void) | undefined {
  if (foot === null) return undefined;
  const note = () => {
    const height = [...feet].at(-1)?.getBoundingClientRect().height ?? 0;
    document.documentElement.style.setProperty("--gc-foot-room", `${Math.ceil(height)}px`);
  };
  const observer = new ResizeObserver(note);
  feet.add(foot);
  observer.observe(foot);
  return () => {
    observer.disconnect();
    feet.delete(foot);
    note();
  };
}

/** Remembers who had the focus before, and gives it back in the end, or to what is near when that is gone or disabled by then. */
function useFocusReturn(): void {
  const [opener] = useState(() => focusOriginOf(document.activeElement));
  useEffect(
    () => () => {
      // The dialog is still in the page; what it covers can be focused only afterwards. Another dialog may have the focus by then.
      setTimeout(() => {
        if (document.activeElement === document.body && !isInClosedDialog(opener)) focusNear(opener);
      });
    },
    [opener],
  );
}

/** Closes the topmost dialog on Escape, but not for a menu that opened above it. */
function useEscape(dialog: RefObject<HTMLElement | null>, onClose: (() => void) | undefined): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, isComposing, defaultPrevented } = event;
    if (key !== "Escape" || isComposing || defaultPrevented || dialog.current === null) return;
    const isTopmost = [...document.querySelectorAll('[aria-modal="true"]')].at(-1) === dialog.current;
    if (!isTopmost || isAbove(dialog.current, target)) return;
    event.preventDefault();
    onClose?.();
  });

  // Before the dialog is painted: whoever sees it may press the key at once.
  useLayoutEffect(() => {
    const handleKey = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", handleKey);
    return () => window.removeEventListener("keydown", handleKey);
  }, []);
}

/**
 * Whether something lies above the dialog, which follows it in the document. What is below keeps the focus for a moment after the
 * dialog opened.
 */
function isAbove(dialog: HTMLElement, target: EventTarget | null): boolean {
  if (!(target instanceof Node) || dialog.contains(target)) return false;
  return (dialog.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

const DepthContext = createContext(0);

/** How many dialogs lie over the page here, that around this one included. */
export function useDialogDepth(): number {
  return use(DepthContext);
}

/** Stands around what a dialog shows. */
function DialogDepth({ children }: { children: ReactNode }) {
  const depth = useDialogDepth() + 1;
  return <DepthContext value={depth}>{children}</DepthContext>;
}
