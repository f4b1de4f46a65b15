import type { ComponentProps } from "react";
import type { SupportLogTag } from "@groundcrew/shared/support-log";
import { IconBell, IconCheck } from "@tabler/icons-react";
import { classes, Icon, TextField } from "../ui/index.ts";
import styles from "./entry-form.module.css";
import { afterPress, offeredTags } from "./typed-tags.ts";

type TagsFieldProps = {
  field: Pick<ComponentProps<typeof TextField>, "error" | "onBlur" | "onKeyDown"> & {
    value: string;
    onChange: (event: { target: { value: string } }) => void;
  };
  /** All tags; without them, why there are none. */
  defined: readonly SupportLogTag[] | string;
  isNote: boolean;
};

/** Tags, typed with commas or blanks between them or picked from those that fit. A note has none. */
export function TagsField({ field, defined, isNote }: TagsFieldProps) {
  const note = "New incidents need at least one alerting tag.";
  const tags = typeof defined === "string" ? [] : defined;
  const hint = typeof defined === "string" ? defined : isNote ? "A note has no tags." : note;
  const offered = isNote ? [] : offeredTags(field.value, tags);
  return (
    <div>
      <TextField
        {...field}
        label="Tags"
        hint={hint}
        placeholder="Separate with commas or spaces"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        disabled={isNote}
      />
      {offered.length > 0 && (
        <ul className={styles.offered} aria-label="Suggested tags">
          {offered.map((one) => (
            <li key={one.tag.id}>
              <button
                type="button"
                className={classes(styles.tag, one.tag.alerting && styles.alerting)}
                aria-pressed={one.isTyped}
                onClick={() => field.onChange({ target: { value: afterPress(field.value, one, tags) } })}
              >
                {(one.isTyped || one.tag.alerting) && <Icon icon={one.isTyped ? IconCheck : IconBell} size="s" />}
                {one.tag.name}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
