import type { ComponentProps } from "react";
import type { SupportLogTag } from "@groundcrew/shared/support-log";
import { IconBell, IconCheck } from "@tabler/icons-react";
import { classes, Icon, TextField } from "../ui/index.ts";
import styles from "./entry-form.module.css";
import { toggleTag, suggestedTags } from "./typed-tags.ts";

type TagsFieldProps = {
  field: Pick<ComponentProps<typeof TextField>, "error" | "onBlur" | "onKeyDown"> & {
    value: string;
    onChange: (event: { target: { value: string } }) => void;
  };
  /** All tags, or why they are not available. */
  allTags: readonly SupportLogTag[] | string;
  isNote: boolean;
};

/** Tags, typed with commas or spaces between them or picked from matching ones. A note has nsuggestion. */
export function TagsField({ field, allTags, isNote }: TagsFieldProps) {
  const note = "New incidents need at least one alerting tag.";
  const tags = typeof allTags === "string" ? [] : allTags;
  const hint = typeof allTags === "string" ? allTags : isNote ? "A note has no tags." : note;
  const suggestions = isNote ? [] : suggestedTags(field.value, tags);
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
      {suggestions.length > 0 && (
        <ul className={styles.offered} aria-label="Suggested tags">
          {suggestions.map((suggestion) => (
            <li key={suggestion.tag.id}>
              <button
                type="button"
                className={classes(styles.tag, suggestion.tag.alerting && styles.alerting)}
                aria-pressed={suggestion.isTyped}
                onClick={() => field.onChange({ target: { value: toggleTag(field.value, suggestion, tags) } })}
              >
                {(suggestion.isTyped || suggestion.tag.alerting) && (
                  <Icon icon={suggestion.isTyped ? IconCheck : IconBell} size="s" />
                )}
                {suggestion.tag.name}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
