import { useId, useRef, useState, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { IconX, type Icon as TablerIcon } from "@tabler/icons-react";
import { Button, IconButton } from "./button.tsx";
import { classes } from "./classes.ts";
import { DialogDepth } from "./dialog-depth.tsx";
import styles from "./dialog.module.css";
import { Heading } from "./heading.tsx";
import { useModal } from "./use-modal.ts";

type DialogProps = {
  title: string;
  /** A second line below the title. */
  subtitle?: string | undefined;
  icon?: TablerIcon;
  /** Shown at the right of the title. */
  aside?: ReactNode;
  /** Between the title and the scrolling content. */
  tabs?: ReactNode;
  size?: "narrow" | "form" | "options" | "medium" | "wide";
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
  const overlay = useRef<HTMLDivElement>(null);
  useModal(overlay, isPersistent ? undefined : handleClose);

  return createPortal(
    <DialogDepth>
      <div ref={overlay} className={classes("flex justify-center", styles.overlay, isFloating && styles.floating)}>
        {!isStatic && (
          <button type="button" tabIndex={-1} aria-hidden className={styles.beside} onClick={handleClose} />
        )}
        <dialog
          open
          aria-modal
          aria-labelledby={titleId}
          tabIndex={-1}
          className={classes("column relative full-width m-0 p-0 surface bordered", styles.dialog, styles[size])}
        >
          <div
            className={`row gap-3 ${styles.head}`}
            tabIndex={-1}
            data-autofocus={(size !== "form" && size !== "options") || undefined}
          >
            <Heading level={2} id={titleId} title={title} subtitle={subtitle} icon={icon} />
            {aside}
            <IconButton tone="quiet" icon={IconX} label="Close dialog" onClick={handleClose} />
          </div>
          {tabs && <div className="rigid border-below px-2">{tabs}</div>}
          {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no landmark, since its dialog is one, and no fieldset */}
          <section ref={observeScrolling} role="group" className={`inner-focus ${styles.body}`} aria-label="Content">
            {children}
          </section>
          <div ref={observeFooterHeight} className={`row wrap gap-2 ${styles.footer}`}>
            {footer}
            <Button className="push-right" onClick={handleClose}>
              {closeLabel}
            </Button>
          </div>
        </dialog>
      </div>
      {question}
    </DialogDepth>,
    document.body,
  );
}

type DiscardOptions = { hasInput: boolean; onDiscard: (() => void) | undefined; onClose: () => void };

/** Closes a dialog without input at once, and asks before input is discarded. */
function useDiscardQuestion({ hasInput, onDiscard, onClose }: DiscardOptions) {
  const [isQuestionOpen, setQuestionOpen] = useState(false);
  function handleDiscard() {
    onDiscard?.();
    onClose();
  }
  return {
    handleClose: () => (hasInput ? setQuestionOpen(true) : onClose()),
    question: isQuestionOpen && <DiscardQuestion onDiscard={handleDiscard} onClose={() => setQuestionOpen(false)} />,
  };
}

function DiscardQuestion({ onDiscard, onClose }: { onDiscard: () => void; onClose: () => void }) {
  return (
    <ConfirmDialog
      title="Discard Changes?"
      action="Discard"
      closeLabel="Keep Editing"
      onConfirm={onDiscard}
      onClose={onClose}
    >
      What you entered has not been saved.
    </ConfirmDialog>
  );
}

type ConfirmDialogProps = Pick<DialogProps, "title" | "icon" | "closeLabel" | "onClose" | "children"> & {
  /** Label of the button that confirms. */
  action: string;
  tone?: "main" | "plain";
  onConfirm: () => void;
};

/** A question with one answer other than closing it. */
export function ConfirmDialog({ action, tone = "plain", onConfirm, ...dialog }: ConfirmDialogProps) {
  const confirm = (
    <Button tone={tone} data-autofocus onClick={onConfirm}>
      {action}
    </Button>
  );
  return <Dialog {...dialog} size="form" footer={confirm} />;
}

/** Makes content that scrolls reachable by keyboard; other content would be a stop of the Tab key without a purpose. */
function observeScrolling(body: HTMLElement | null): (() => void) | undefined {
  if (body === null) return undefined;
  const update = () => {
    if (body.scrollHeight > body.clientHeight || body.scrollWidth > body.clientWidth) body.tabIndex = 0;
    else body.removeAttribute("tabindex");
  };
  const sizes = new ResizeObserver(update);
  const content = new MutationObserver(update);
  sizes.observe(body);
  content.observe(body, { childList: true, subtree: true, characterData: true });
  return () => {
    sizes.disconnect();
    content.disconnect();
  };
}

const footers = new Set<Element>();

/** Sets a CSS variable to the height of the topmost dialog's footer: in a narrow window toasts are shown above it. */
function observeFooterHeight(footer: HTMLElement | null): (() => void) | undefined {
  if (footer === null) return undefined;
  const note = () => {
    const height = [...footers].at(-1)?.getBoundingClientRect().height ?? 0;
    document.documentElement.style.setProperty("--gc-foot-room", `${Math.ceil(height)}px`);
  };
  const observer = new ResizeObserver(note);
  footers.add(footer);
  observer.observe(footer);
  return () => {
    observer.disconnect();
    footers.delete(footer);
    note();
  };
}
