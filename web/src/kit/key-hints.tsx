import { Fragment } from "react";
import { IconKeyboard } from "@tabler/icons-react";
import { usePageValue } from "../page/index.ts";
import { Icon, shortcuts, useHandledKeys } from "../ui/index.ts";
import styles from "./kit.module.css";

/** The keys that act on a row. The dialog that `?` opens has all. */
const ROW_KEYS = ["x", "a", "e", "g", "m"] as const;

type KeyHintsProps = {
  /** The actions of other keys, such as `{ Enter: "open" }`. */
  keys?: Readonly<Record<string, string>>;
};

/** Keyboard shortcuts of the list on the page. Letters are left out while they are switched off. */
export function KeyHints({ keys }: KeyHintsProps) {
  const handled = useHandledKeys();
  const hasShortcuts = usePageValue(shortcuts);
  const letters = ROW_KEYS.flatMap((key) => {
    const text = handled.get(key);
    return text === undefined ? [] : [[key.toUpperCase(), text] as const];
  });
  const hints = [
    ...(hasShortcuts && handled.has("j") ? [["J K", "move"] as const, ...letters] : []),
    ...Object.entries(keys ?? {}),
    ...(hasShortcuts ? [["?", "all keys"] as const] : []),
  ];
  return (
    <span className={`hidden-small caption muted ${styles.hints}`}>
      <Icon icon={IconKeyboard} size="s" />{" "}
      {hints.map(([names, meaning], index) => (
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
