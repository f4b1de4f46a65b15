import { Fragment } from "react";
import { usePageValue } from "../page/index.ts";
import { CheckField, Dialog, pageKeys, shortcuts, useHandledKeys } from "../ui/index.ts";
import styles from "./palette.module.css";

type Shortcut = { names: readonly string[]; text: string };

/** The actions of keys of lists that need no letter. */
const IN_LISTS: readonly Shortcut[] = [
  { names: ["↓", "↑"], text: "next and previous row" },
  { names: ["→", "←"], text: "along a row" },
  { names: ["Home", "End"], text: "first and last part of a row" },
  { names: ["Enter"], text: "open" },
];

/** The keys of a list on the page, if there is one. Only stations open in their place or beside the list. */
function listKeys(handled: ReadonlyMap<string, string>): readonly Shortcut[] {
  if (!handled.has("j")) return [];
  const space = handled.has("o") ? "show a station beside the list, or below its row" : "select";
  return [...IN_LISTS, ...(handled.has("o") || handled.has("x") ? [{ names: ["Space"], text: space }] : [])];
}

/** All keys: those that act on the page, and those of other pages. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const hasShortcuts = usePageValue(shortcuts);
  const handled = useHandledKeys();
  const all = Object.entries(pageKeys)
    .filter(([key]) => !key.startsWith("arrow") && (hasShortcuts || key.length > 1))
    .map(([key, text]) => ({ key, text: handled.get(key) ?? text, names: namesOf(key) }));
  const here = all.filter(({ key }) => handled.has(key));
  const elsewhere = all.filter(({ key }) => !handled.has(key));
  return (
    <Dialog title="Keyboard Shortcuts" size="options" onClose={onClose}>
      <Keys title="On this page" shortcuts={[...here, ...listKeys(handled)]} />
      <Keys title="On other pages" shortcuts={elsewhere} />
      <CheckField
        label="Keyboard shortcuts in this browser"
        hint="Single keys such as J, A or / act on a page. Arrow keys, Enter and Escape always do."
        checked={hasShortcuts}
        onChange={shortcuts.set}
      />
    </Dialog>
  );
}

function Keys({ title, shortcuts }: { title: string; shortcuts: readonly Shortcut[] }) {
  if (shortcuts.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <dl className={`grid small mt-2 mb-4 ${styles.keys}`}>
        {shortcuts.map(({ names, text }) => (
          <Fragment key={text + names.join(" ")}>
            <dt>
              {names.map((name) => (
                <Fragment key={name}>
                  <kbd className={styles.key}>{name}</kbd>{" "}
                </Fragment>
              ))}
            </dt>
            <dd>{text}</dd>
          </Fragment>
        ))}
      </dl>
    </>
  );
}

/** The keys of a shortcut, as they are written on a keyboard. */
function namesOf(key: string): string[] {
  return key.split("+").map((name) => `${name[0]?.toUpperCase() ?? ""}${name.slice(1)}`);
}
