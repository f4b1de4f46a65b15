import { useState, type ComponentProps, type FocusEvent, type MouseEvent, type ReactNode } from "react";
import { type Icon as TablerIcon, IconDownload } from "@tabler/icons-react";
import styles from "./button.module.css";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";
import { Spinner } from "./spinner.tsx";

type ButtonTone = "plain" | "main" | "quiet" | "selected";

type ButtonProps = Omit<ComponentProps<"button">, "type"> & {
  tone?: ButtonTone;
  icon?: TablerIcon;
  type?: "button" | "submit";
  /** Shows a spinner and ignores presses while the action is running. */
  busy?: boolean;
  /** Full width, and as tall as a field. */
  wide?: boolean;
};

/** The class of a link that looks like a button. */
export function buttonClass(tone: ButtonTone, shape: "text" | "icon" = "text"): string {
  return classes(
    "control justify-center rounded",
    styles.button,
    tone !== "plain" && styles[tone],
    shape === "icon" && styles.iconOnly,
  );
}

export function Button({ tone = "plain", icon, type = "button", ...rest }: ButtonProps) {
  const { children, className, disabled = false, busy = false, wide = false, ...others } = rest;
  const [hasFocus, setFocus] = useState(false);
  const isInert = disabled || busy;

  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    // A double click submits a form once, even if the first click has already cleared the form.
    const isRepeated = type === "submit" && event.detail > 1;
    if (isInert || isRepeated) return event.preventDefault();
    others.onClick?.(event);
  }

  return (
    <button
      {...others}
      type={type}
      className={classes(buttonClass(tone), wide && styles.wide, className)}
      // Disabling a focused button would move the focus to the page, so it is disabled after it has lost the focus.
      disabled={isInert && !busy && !hasFocus}
      aria-disabled={isInert || undefined}
      aria-busy={busy || undefined}
      onClick={handleClick}
      onFocus={(event: FocusEvent<HTMLButtonElement>) => {
        setFocus(true);
        others.onFocus?.(event);
      }}
      onBlur={(event: FocusEvent<HTMLButtonElement>) => {
        setFocus(false);
        others.onBlur?.(event);
      }}
    >
      {busy ? <Spinner tone="inherit" /> : icon && <Icon icon={icon} />}
      {children}
    </button>
  );
}

type IconButtonProps = Omit<ButtonProps, "children" | "icon" | "aria-label"> & { icon: TablerIcon; label: string };

/** A button with only an icon. Its label is read out and shown in a tooltip. */
export function IconButton({ label, className, ...rest }: IconButtonProps) {
  return <Button {...rest} className={classes(styles.iconOnly, className)} aria-label={label} data-tooltip />;
}

/** Related buttons, joined edge to edge. */
export function ButtonGroup({
  label,
  className,
  children,
}: {
  label: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <fieldset aria-label={label} className={classes(styles.group, className)}>
      {children}
    </fieldset>
  );
}

/** Downloads a table as a CSV file. In a narrow window it shows only its icon. */
export function CsvButton(props: Pick<ButtonProps, "disabled" | "busy" | "onClick">) {
  return (
    <Button icon={IconDownload} title="Download CSV" {...props}>
      <span className="visually-hidden-medium">Download CSV</span>
    </Button>
  );
}
