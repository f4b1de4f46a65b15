import { titleParts } from "./group-texts.ts";
import styles from "./groups.module.css";

/** The title of a group, with its placeholders set apart from the words. */
export function GroupTitle({ title }: { title: string }) {
  return titleParts(title).map(({ kind, text, start }) =>
    kind === "words" ? (
      text
    ) : (
      <i key={start} className={`nowrap tint rounded-sm ${styles.placeholder}`}>
        {text}
      </i>
    ),
  );
}
