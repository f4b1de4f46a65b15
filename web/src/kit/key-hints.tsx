import { Fragment } from "react";
import { IconKeyboard } from "@tabler/icons-react";
import { usePageValue } from "../page/index.ts";
import { Icon, shortcuts } from "../ui/index.ts";
import styles from "./kit.module.css";

type KeyHintsProps = {
  /** The action of each key; keys with the same action are separated by a space. */
  keys: Readonly<Record<string, string>>;
};

/** Keyboard shortcuts of the list above. Letters are left out while they are switched off. */
export function KeyHints({ keys }: KeyHintsProps) {
  const hasShortcuts = usePageValue(shortcuts);
  const listed = Object.entries(keys).filter(([names]) => hasShortcuts || !/^\S(?: \S)*$/.test(names));
  return (
    <span className={`hidden-small ${styles.hints}`}>
      <Icon icon={IconKeyboard} size="s" />{" "}
      {listed.map(([names, meaning], index) => (
        <Fragment key={names}>
          {index > 0 && " · "}
          {names.split(" ").map((name) => (
            <Fragment key={name}>
              <kbd className={`px-1h muted bordered rounded-sm ${styles.key}`}>{name}</kbd>{" "}
            </Fragment>
          ))}
          {meaning}
        </Fragment>
      ))}
    </span>
  );
}

/** The shortcut of an item in a menu, while shortcuts are on. */
export function ItemShortcut({ letter }: { letter: string }) {
  return (
    usePageValue(shortcuts) && (
      <kbd className={`px-1h muted bordered rounded-sm push-right ${styles.key}`}>{letter}</kbd>
    )
  );
}
