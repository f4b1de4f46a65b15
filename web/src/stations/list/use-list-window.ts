import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState, type RefObject } from "react";
import { useRouter } from "@tanstack/react-router";
import { measureElement, useWindowVirtualizer, type VirtualItem, type Virtualizer } from "@tanstack/react-virtual";
import { printedRange, useFocusedRow, usePrinting } from "../../ui/index.ts";
import { listedRows, NO_ROWS } from "./listed-rows.ts";
import type { ListState } from "./list-state.ts";
import { recycledKeys } from "./recycled-keys.ts";
import type { Station } from "@groundcrew/shared/stations";
import type { ListGroup, ListRow } from "./listed.ts";

/** A rendered line, its top (px) and its key for React, which is not the station's. */
type Line = { item: ListItem; index: number; start: number; reactKey: string };

type ListWindow = {
  listRef: RefObject<HTMLUListElement | null>;
  measure: (node: Element | null) => void;
  lines: Line[];
  height: number;
};

type WindowOptions = {
  /** The state of the list when it was left. */
  initial: Pick<ListState, "anchor" | "heights">;
  /** Names of the open rows. */
  open: ReadonlySet<string>;
  onPosition: (position: Pick<ListState, "anchor" | "heights">) => void;
};

/** Height of what covers the list at the top of the window and at its bottom (px). */
const BESIDE_ROWS = 72;

type PositionOptions = WindowOptions & { items: readonly ListItem[]; top: number };

/** The lines of a long list that are in the browser's window. Expanded rows are measured. */
export function useListWindow(items: readonly ListItem[], { initial, open, onPosition }: WindowOptions): ListWindow {
  const listRef = useRef<HTMLUListElement>(null);
  const layout = useLayout(listRef);
  const { top } = layout;

  // A new `getItemKey` makes the virtualizer compute all lines again, which must not happen at each scroll step.
  const estimates = useMemo(() => {
    const heights = new Map(Object.entries(initial.heights));
    return {
      estimateSize: (index: number) => {
        const item = items[index];
        return (item && heights.size > 0 && heights.get(item.key)) || heightOf(item, layout);
      },
      getItemKey: (index: number) => items[index]?.key ?? index,
    };
  }, [items, layout, initial]);

  const { rangeExtractor, focused } = useFocusedLine(listRef, items);
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler, which would not compile it, is off
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    ...estimates,
    scrollMargin: top,
    scrollPaddingStart: BESIDE_ROWS,
    scrollPaddingEnd: BESIDE_ROWS,
    overscan: 4,
    // Only open rows differ from the heights of the style sheet. Measuring all of them would make the browser lay out the page twice.
    measureElement: (node, entry, instance) => {
      const item = items[instance.indexFromElement(node)];
      if (item?.kind === "station" && open.has(item.key)) return measureElement(node, entry, instance);
      return heightOf(item, layout);
    },
    rangeExtractor: usePrinting() ? printedRange : rangeExtractor,
  });

  useEffect(() => {
    listedRows.set({ items, goTo: (index) => virtualizer.scrollToIndex(index) });
    return () => listedRows.set(NO_ROWS);
  }, [items, virtualizer]);
  useScrollPosition(virtualizer, { items, top, initial, open, onPosition });

  const lines = useRecycledLines(
    virtualizer.getVirtualItems().flatMap(({ index, start }) => {
      const item = items[index];
      return item ? [{ item, index, start: start - top }] : [];
    }),
    ({ key }) => !open.has(key) && key !== focused,
  );
  useLayoutEffect(() => observeRecycled(virtualizer));

  return { listRef, measure: virtualizer.measureElement, lines, height: virtualizer.getTotalSize() };
}

/** Scrolls to where the list was left, and reports where it is scrolled to and how high its open rows are. */
function useScrollPosition(virtualizer: Virtualizer<Window, Element>, position: PositionOptions): void {
  const { items, top, initial, open, onPosition } = position;
  const isReady = top > 0;
  const restorePosition = useEffectEvent(() => {
    const { anchor } = initial;
    const line = anchor && virtualizer.measurementsCache[indexOfAnchor(items, anchor)];
    if (anchor && line) window.scrollTo(0, line.start + anchor.offset);
  });
  const router = useRouter();
  useLayoutEffect(() => {
    if (!isReady) return;
    restorePosition();
    // The router scrolls to the top once more after it has rendered this page, and only then.
    const { __TSR_key: entry } = router.latestLocation.state;
    const stop = router.subscribe("onRendered", ({ toLocation }) => {
      if (toLocation.state.__TSR_key === entry) restorePosition();
      stop();
    });
    return stop;
  }, [isReady, router]);

  const reportPosition = useEffectEvent((opened: ReadonlySet<string>) => {
    const line = window.scrollY > top ? virtualizer.getVirtualItemForOffset(window.scrollY) : undefined;
    const anchor = line ? { key: String(line.key), index: line.index, offset: window.scrollY - line.start } : null;
    const isOpen = ({ key }: VirtualItem) => opened.has(String(key));
    const rows = opened.size === 0 ? [] : virtualizer.measurementsCache.filter(isOpen);
    onPosition({ anchor, heights: Object.fromEntries(rows.map(({ key, size }) => [key, size])) });
  });
  useEffect(() => {
    if (!isReady) return;
    const update = () => reportPosition(open);
    update();
    window.addEventListener("scroll", update, { passive: true });
    return () => window.removeEventListener("scroll", update);
  }, [open, isReady]);
}

/** The beginning of the keys of lines whose stations are not loaded. */
const PENDING = "position ";

/** The line that was at the top of the window; where it was, if its station was not loaded then or may be there and is not loaded now. */
function indexOfAnchor(items: readonly ListItem[], { key, index }: NonNullable<ListState["anchor"]>): number {
  return items.findIndex((item, at) => item.key === key || (at === index && (key + item.key).includes(PENDING)));
}

/** Lets new lines take over the elements of those that have gone. */
function useRecycledLines(lines: Omit<Line, "reactKey">[], isRecyclable: (item: ListItem) => boolean): Line[] {
  const [assign] = useState(recycledKeys);
  const keys = assign(lines.map(({ item }) => ({ key: item.key, kind: item.kind, isRecyclable: isRecyclable(item) })));
  return lines.map((line, index) => ({ ...line, reactKey: keys[index] ?? line.item.key }));
}

/** Registers the elements that now show another line for that line: the virtualizer only learns of elements that are created or removed. */
function observeRecycled({ elementsCache, measureElement: register }: Virtualizer<Window, Element>): void {
  for (const [key, node] of elementsCache) {
    if (!node.isConnected || node.getAttribute("data-key") === key) continue;
    elementsCache.delete(key);
    register(node);
  }
}

/** Keeps the line that has the focus rendered when it is scrolled out of the window. */
function useFocusedLine(listRef: RefObject<HTMLElement | null>, items: readonly ListItem[]) {
  const { rangeExtractor, watch, focused } = useFocusedRow(
    (key) => items.findIndex((item) => item.key === key),
    (target) => items[Number(target.closest("[data-index]")?.getAttribute("data-index") ?? -1)]?.key ?? null,
  );
  const handleFocus = useEffectEvent(({ target }: FocusEvent) => {
    if (target instanceof Element) watch.onFocus({ target });
  });
  const handleBlur = useEffectEvent(() => watch.onBlur());
  useEffect(() => {
    const list = listRef.current;
    if (!list) return;
    const focus = (event: FocusEvent) => handleFocus(event);
    const blur = () => handleBlur();
    list.addEventListener("focusin", focus);
    list.addEventListener("focusout", blur);
    return () => {
      list.removeEventListener("focusin", focus);
      list.removeEventListener("focusout", blur);
    };
  }, [listRef]);
  return { rangeExtractor, focused };
}

/** `quiet` is the height of a row that says nothing about readiness in a narrow window. */
type Layout = { top: number; row: number; quiet: number; group: number };

/** The list's top on the page and the heights of its lines, which the style sheet sets by the window's width. */
function useLayout(listRef: RefObject<HTMLElement | null>): Layout {
  const [layout, setLayout] = useState<Layout>({ top: 0, row: 56, quiet: 56, group: 32 });

  useLayoutEffect(() => {
    const list = listRef.current;
    if (!list) return;
    const update = () => setLayout((before) => changed(before, measureLayout(list)));
    update();
    // Anything that moves or resizes the list changes the size of the page.
    const observer = new ResizeObserver(update);
    observer.observe(document.body);
    const lookObserver = new MutationObserver(update);
    lookObserver.observe(document.body, { subtree: true, attributeFilter: ["data-compact"] });
    return () => {
      observer.disconnect();
      lookObserver.disconnect();
    };
  }, [listRef]);

  return layout;
}

function measureLayout(list: HTMLElement): Layout {
  const style = getComputedStyle(list);
  const row = Number.parseFloat(style.getPropertyValue("--row-height"));
  return {
    top: Math.round(list.getBoundingClientRect().top + window.scrollY),
    row,
    quiet: Number.parseFloat(style.getPropertyValue("--quiet-height")) || row,
    group: Number.parseFloat(style.getPropertyValue("--group-height")),
  };
}

/** The height of a line that is not open. Only in narrow windows does it depend on readiness, which takes long to read of thousands of stations. */
function heightOf(item: ListItem | undefined, { row, quiet, group }: Layout): number {
  if (item?.kind === "group") return group;
  return quiet !== row && item && isQuiet(item) ? quiet : row;
}

function changed(before: Layout, after: Layout): Layout {
  const isSame = before.top === after.top && before.row === after.row && before.quiet === after.quiet;
  return isSame && before.group === after.group ? before : after;
}

/** A line of the list: the heading of a group, or a station with its position among all of them (from 1), which may not be loaded. */
export type ListItem =
  | { kind: "group"; key: string; group: ListGroup; isOpen: boolean }
  | { kind: "station"; key: string; station: Station; position: number }
  | { kind: "pending"; key: string; position: number };

/** Whether a line is the row of a station that is ready, or retired, and has no caution tag: a narrow window does not say so. */
export function isQuiet(item: ListItem): boolean {
  if (item.kind !== "station") return false;
  const { readiness, cautions } = item.station;
  return (readiness?.state ?? "ready") === "ready" && cautions === undefined;
}

/** The lines of the list in order. Ungrouped stations have no heading; a closed group shows only its heading. */
export function listItems(groups: readonly ListGroup[], closed: ReadonlySet<string>): ListItem[] {
  const items: ListItem[] = [];
  let before = 0;
  for (const group of groups) {
    const isOpen = group.label === "" || !closed.has(group.key);
    if (group.label !== "") items.push({ kind: "group", key: `group ${group.key}`, group, isOpen });
    if (isOpen) {
      for (const [at, station] of group.stations.entries()) items.push(rowItem(station, before + at + 1));
    }
    before += group.stations.length;
  }
  return items;
}

function rowItem(station: ListRow, position: number): ListItem {
  if (!station) return { kind: "pending", key: `${PENDING}${position}`, position };
  return { kind: "station", key: station.name, station, position };
}
