import { displayName } from "@groundcrew/shared/sessions";
import { choicesOf, type Choices } from "../kit/index.ts";
import { classes } from "../ui/index.ts";
import styles from "./owner-control.module.css";
import { initialsOf } from "./owner-texts.ts";
import type { Assignees } from "./use-ownership.ts";

/** The people to assign something to. */
export function assigneeChoices({ people, meId }: Assignees): Choices {
  return choicesOf(people, (all) =>
    all.map(({ id, name, email, open }) => {
      const label = displayName({ name, email });
      const icon = <Initials text={initialsOf(label)} kind={id === meId ? "mine" : "other"} />;
      return { id: String(id), label, about: `${id === meId ? "you · " : ""}${open} open`, icon };
    }),
  );
}

export function Initials({ text, kind }: { text: string; kind: "waiting" | "other" | "mine" }) {
  return (
    <span
      className={classes("inline-row justify-center rigid default", styles.initials, styles[`${kind}Initials`])}
      aria-hidden
    >
      {text}
    </span>
  );
}
