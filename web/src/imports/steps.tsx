import type { ComponentProps } from "react";
import type { CsvImport } from "@groundcrew/shared/imports";
import { IconCheck, IconFileText } from "@tabler/icons-react";
import { Segments } from "../kit/index.ts";
import { countText } from "../lib/index.ts";
import { Button, classes, Icon, VisuallyHidden } from "../ui/index.ts";
import styles from "./imports.module.css";

const labels = { file: "File", columns: "Columns", check: "Check", report: "Report" } as const;
const steps = ["file", "columns", "check", "report"] as const;
export type Step = (typeof steps)[number];

/** The steps of an import, and which one is current. */
export function Steps({ current }: { current: Step }) {
  const at = steps.indexOf(current);
  return (
    <ol className={classes("row wrap muted small medium p-0", styles.steps)}>
      {steps.map((step, index) => (
        <li
          key={step}
          className="row gap-1h"
          aria-current={step === current ? "step" : undefined}
          data-done={index < at || undefined}
        >
          <span className={classes("center size-caption", styles.number)}>
            {index < at ? <Icon icon={IconCheck} size="s" /> : index + 1}
          </span>
          <span className={styles.name}>{labels[step]}</span>
          {index < at && <VisuallyHidden>, done</VisuallyHidden>}
        </li>
      ))}
    </ol>
  );
}

const DELIMITERS: Record<string, string> = { ",": "comma", ";": "semicolon", "\t": "tab" };

type FileBarProps = { loaded: CsvImport; onClose: () => void };

/** The uploaded file, and how it is written. */
export function FileBar({ loaded, onClose }: FileBarProps) {
  const { file_name, lines, bytes, delimiter, encoding } = loaded;
  const size = bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
  const written = `${DELIMITERS[delimiter] ?? delimiter}, ${encoding === "utf-8" ? "UTF-8" : "UTF-16"}`;
  return (
    <div className="row wrap gap-3 p-2h-3 sunken rounded mb-3">
      <Icon icon={IconFileText} />
      <div className="grow min-0">
        <strong className="block anywhere">{file_name}</strong>
        <span className="caption muted">{`${countText(lines, "line")} · ${size} · ${written}`}</span>
      </div>
      <Button onClick={onClose}>Another File</Button>
    </div>
  );
}

/** A labelled choice of what is imported, or how. */
export function Choices<T extends string>(props: ComponentProps<typeof Segments<T>>) {
  return (
    <div className={styles.choices}>
      <div aria-hidden className="small medium mb-1">
        {props.label}
      </div>
      <Segments {...props} />
    </div>
  );
}
