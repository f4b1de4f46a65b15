import { useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import type { SessionUser } from "@groundcrew/shared/sessions";
import type { TimeWindow } from "@groundcrew/shared/lib";
import { useMedia } from "../../lib/index.ts";
import { usePageValue } from "../../page/index.ts";
import { type StationDialog, stationTitle } from "../../station/index.ts";
import { isDialogOpen, isTyping, lazyPanel, StatusLine, usePageKeys } from "../../ui/index.ts";
import type { CurrentRows, ListRow } from "../list/listed.ts";
import { listLook } from "../list/look.ts";
import { focusRow, isFreePress, pressDetails, rowNamed, rowOf, stationBeside, type StationRow } from "./list-rows.ts";
import { panelShown, usePeek } from "./use-peek.ts";
import styles from "../list/stations-page.module.css";

const StationPanel = lazyPanel(async () => (await import("./station-panel.tsx")).StationPanel);

type SidePanelProps = {
  /** The listed stations, and all that are loaded. */
  stations: readonly ListRow[];
  current: CurrentRows | undefined;
  user: SessionUser;
  time: TimeWindow;
  now: number;
  isPaused: boolean;
  onOpen: (dialog: StationDialog) => void;
};

/** Windows in which the panel covers columns of rows, and not all of them. */
const WIDE = "(min-width: 61.3125em)";

/**
 * One station beside the list, of which it covers the last columns. A press on a row beside its controls or the space bar opens it, and then it follows the
 * focus. In a narrow window or by choice, rows open in their place instead. Rows do no work for it.
 */
export function SidePanel({ stations, current, ...props }: SidePanelProps) {
  const placeRef = useRef<HTMLDivElement>(null);
  const { name, settled, setName } = usePeek(props.user);
  const isWide = useMedia(WIDE);
  const isPanel = usePageValue(listLook.panel) && isWide;
  const shown = isPanel ? name : null;
  const list = () => placeRef.current?.parentElement ?? document.body;
  const rowOfPanel = () => (name === null ? null : rowNamed(list(), name));
  const focusWhenRendered = useLaterFocus(rowOfPanel);

  function press(row: StationRow): void {
    focusRow(row);
    if (!isPanel) pressDetails(row);
    else setName(row.name === name ? null : row.name);
  }
  function close(): void {
    const row = rowOfPanel();
    if (row) focusRow(row);
    setName(null);
  }
  function walk(step: 1 | -1): void {
    const next = name === null ? undefined : stationBeside(name, step);
    if (next !== undefined) setName(next);
  }
  /** Arrows move the focus along the list; while it is nowhere, they move it there. */
  function walkFromNowhere(step: 1 | -1): boolean {
    if (document.activeElement !== document.body) return false;
    walk(step);
    focusWhenRendered();
    return true;
  }

  useListEvents(list, { isOpen: shown !== null, onPress: press, onClose: close, onFocus: (row) => setName(row.name) });
  usePageKeys({
    o: () => {
      const row = rowOf(document.activeElement) ?? (shown === null ? null : rowOfPanel());
      return row ? pressDetails(row) : false;
    },
    escape: shown === null ? null : close,
    arrowdown: shown === null ? null : () => walkFromNowhere(1),
    arrowup: shown === null ? null : () => walkFromNowhere(-1),
  });
  useShown(shown);

  const station = shown === null ? undefined : current?.get(shown);
  return (
    <div ref={placeRef} className={`absolute no-print ${styles.place}`}>
      <StatusLine>{station ? stationTitle(station) : ""}</StatusLine>
      {shown !== null && current && (
        <StationPanel
          {...props}
          name={shown}
          station={station}
          // A station of a page that is not loaded may be.
          isListed={stations.some((one) => one === undefined || one.name === shown)}
          isSettled={settled === shown}
          onWalk={walk}
          onClose={close}
        />
      )}
    </div>
  );
}

/** A function that focuses a row as soon as it is rendered. */
function useLaterFocus(find: () => StationRow | null): () => void {
  const isWanted = useRef(false);
  useLayoutEffect(() => {
    const row = isWanted.current ? find() : null;
    if (!row) return;
    isWanted.current = false;
    focusRow(row);
  });
  return () => {
    isWanted.current = true;
  };
}

type ListEvents = {
  isOpen: boolean;
  onPress: (row: StationRow) => void;
  onClose: () => void;
  onFocus: (row: StationRow) => void;
};

/**
 * Presses, the space bar, Escape and the focus in rows, of which the list has one listener each. Escape closes the panel before it ends a
 * selection, for which the page listens.
 */
function useListEvents(list: () => Element, { isOpen, onPress, onClose, onFocus }: ListEvents): void {
  const handleClick = useEffectEvent(({ target, defaultPrevented }: Event) => {
    const row = rowOf(target);
    if (row && !defaultPrevented && isFreePress(target, row)) onPress(row);
  });
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, repeat, ctrlKey, altKey, metaKey, shiftKey } = event;
    const row = rowOf(target);
    if (event.defaultPrevented || ctrlKey || altKey || metaKey || shiftKey || isTyping(target)) return;
    if (key === "Escape" && isOpen && !isDialogOpen()) onClose();
    else if (key === " " && row && !isPressable(target)) {
      if (!repeat) onPress(row);
    } else return;
    event.preventDefault();
  });
  const handleFocus = useEffectEvent(({ target }: Event) => {
    const row = rowOf(target);
    if (row && isOpen) onFocus(row);
  });
  const element = useEffectEvent(list);
  useEffect(() => {
    const rows = element();
    const listeners = { click: handleClickOf, keydown: handleKeyOf, focusin: handleFocusOf };
    function handleClickOf(event: Event) {
      handleClick(event);
    }
    function handleKeyOf(event: Event) {
      if (event instanceof KeyboardEvent) handleKey(event);
    }
    function handleFocusOf(event: Event) {
      handleFocus(event);
    }
    for (const [type, listener] of Object.entries(listeners)) rows.addEventListener(type, listener);
    return () => {
      for (const [type, listener] of Object.entries(listeners)) rows.removeEventListener(type, listener);
    };
  }, []);
}

/** True for what the space bar presses. */
function isPressable(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches("button, input");
}

/** Says that the panel is shown, and marks the row of its station by a style sheet of its own, since elements of rows are used for others. */
function useShown(name: string | null): void {
  useEffect(() => {
    panelShown.set(name !== null);
    return () => panelShown.set(false);
  }, [name]);
  useEffect(() => {
    if (name === null) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      `li[data-index][data-key="${CSS.escape(name)}"] > div:nth-child(n) { background: var(--gc-accent-soft) }`,
    );
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, [name]);
}
