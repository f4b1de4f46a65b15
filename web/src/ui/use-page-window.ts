import { useCallback, useLayoutEffect, useMemo, useRef, useState, type FocusEvent, type RefObject } from "react";
import { defaultRangeExtractor, useWindowVirtualizer, type Range } from "@tanstack/react-virtual";

type PageWindowOptions = {
  /** A key for each line. Must be the same array while the lines are the same. */
  keys: readonly string[];
  /** Estimated height of a line (px). Rendered lines are measured. */
  estimate: (index: number) => number;
  /** How many lines are rendered before and after those in view. */
  overscan?: number;
};

type PageLine = {
  index: number;
  key: string;
  /** Its top in the list and its height (px). */
  start: number;
  size: number;
  /** Its margin at the top (px): the height of the lines before it that are not rendered. */
  gap: number;
};

export type PageWindow = {
  /** Props of the list element. */
  list: {
    ref: RefObject<HTMLDivElement | null>;
    style: { paddingBottom: number };
    onFocus: (event: FocusEvent) => void;
  };
  lines: PageLine[];
  /** Ref of each line's element, which also has `data-index` and `data-key`. */
  measure: (node: Element | null) => void;
  /** Scrolls to and focuses the element that `find` returns once the line is rendered. */
  goTo: (key: string, find: () => HTMLElement | null) => void;
};

/** How many recently focused lines stay rendered with their input, wherever the page is scrolled to. */
const FOCUSED_MAX = 40;

/**
 * Renders only the lines of a long page that are near the browser's window or were focused recently. Rendered lines follow each other in
 * the flow of the page, so that a line that grows moves the next ones in the same frame. Content in view does not move when lines are
 * added or removed above it.
 */
export function usePageWindow({ keys, estimate, overscan = 6 }: PageWindowOptions): PageWindow {
  const ref = useRef<HTMLDivElement>(null);
  const top = usePageTop(ref);
  const indexes = useMemo(() => new Map(keys.map((key, index) => [key, index])), [keys]);
  const { rangeExtractor, keep } = useRenderedLines(indexes);
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler, which cannot compile it, is off
  const virtualizer = useWindowVirtualizer({
    count: keys.length,
    estimateSize: estimate,
    getItemKey: useCallback((index: number) => keys[index] ?? index, [keys]),
    rangeExtractor,
    scrollMargin: top,
    overscan,
  });
  const items = virtualizer.getVirtualItems();
  const lines = items.map(({ index, start, size }, position) => {
    const gap = start - (items[position - 1]?.end ?? top);
    return { index, key: keys[index] ?? String(index), start: start - top, size, gap };
  });

  useScrollAnchor({ ref, keys, lines }, (key) => {
    const item = virtualizer.measurementsCache[indexes.get(key) ?? -1];
    return item && item.start - top;
  });

  const goTo = useGoTo(keep);

  return {
    list: {
      ref,
      // The lines after the last one that is rendered.
      style: { paddingBottom: virtualizer.getTotalSize() - ((items.at(-1)?.end ?? top) - top) },
      onFocus: ({ target }) => {
        const key = lineKeyAt(target);
        if (key !== undefined) keep(key);
      },
    },
    lines,
    measure: virtualizer.measureElement,
    goTo,
  };
}

/** Focuses an element of a line as soon as it is rendered. */
function useGoTo(keep: (key: string) => void): PageWindow["goTo"] {
  const wanted = useRef<(() => HTMLElement | null) | null>(null);
  const go = useCallback(() => {
    const element = wanted.current?.();
    if (!element) return;
    wanted.current = null;
    element.focus({ preventScroll: true });
    keepCentered(element);
  }, []);
  useLayoutEffect(go);
  return useCallback(
    (key, find) => {
      wanted.current = find;
      keep(key);
      go();
    },
    [keep, go],
  );
}

/** The rendered lines: those near the window, and those that were focused recently. */
function useRenderedLines(indexes: ReadonlyMap<string, number>) {
  const [recentlyFocused, setRecentlyFocused] = useState<readonly string[]>([]);
  const rangeExtractor = useCallback(
    (range: Range) => {
      const pinned = recentlyFocused.flatMap((key) => indexes.get(key) ?? []);
      return [...new Set([...defaultRangeExtractor(range), ...pinned])].sort((one, other) => one - other);
    },
    [recentlyFocused, indexes],
  );
  const keep = useCallback((key: string) => {
    setRecentlyFocused((before) => {
      return before.at(-1) === key ? before : [...before.filter((one) => one !== key), key].slice(-FOCUSED_MAX);
    });
  }, []);
  return { rangeExtractor, keep };
}

/** The top of an element on the page (px). */
function usePageTop(ref: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => setTop(Math.round(element.getBoundingClientRect().top + window.scrollY));
    measure();
    // Anything that moves the element changes the size of the page.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [ref]);
  return top;
}

type RenderedLines = { ref: RefObject<HTMLElement | null>; keys: readonly string[]; lines: readonly PageLine[] };

/**
 * When the lines change, scrolls by the distance that the focused line, or else the first line in view, has moved. While the top
 * of the list is in view, new lines may push the others down.
 */
function useScrollAnchor({ ref, keys, lines }: RenderedLines, lineStart: (key: string) => number | undefined): void {
  const shown = useRef({ keys, lines });
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { keys, lines };
    const list = ref.current;
    if (before.keys === keys || !list) return;
    const above = -list.getBoundingClientRect().top;
    const anchor = findAnchor(before.lines, { known: new Set(keys), from: above, to: above + window.innerHeight });
    const start = anchor && lineStart(anchor.key);
    if (anchor && start !== undefined && start !== anchor.start) window.scrollBy(0, start - anchor.start);
  });
}

type InView = { known: ReadonlySet<string>; from: number; to: number };

/** The line in view that must not move. */
function findAnchor(lines: readonly PageLine[], { known, from, to }: InView): PageLine | undefined {
  const inView = lines.filter(({ key, start, size }) => known.has(key) && start + size > from && start < to);
  const focused = lineKeyAt(document.activeElement);
  const focusedLine = inView.find(({ key }) => key === focused);
  if (focusedLine || from <= 0) return focusedLine;
  return inView.find(({ start }) => start >= from) ?? inView[0];
}

/** The key of the line that an element is in. A line may contain rows of a list, with keys of their own. */
function lineKeyAt(element: Element | null): string | undefined {
  return element?.closest("[data-index]")?.getAttribute("data-key") ?? undefined;
}

/** Number of frames without movement after which the position is final. */
const STILL_FRAMES = 3;

/** Keeps an element centered in the window until the lines around it are measured, or until there is input. */
function keepCentered(element: HTMLElement): void {
  const stopped = new AbortController();
  for (const type of ["wheel", "touchmove", "pointerdown", "keydown"])
    window.addEventListener(type, () => stopped.abort(), { signal: stopped.signal, passive: true });
  let last = Number.NaN;
  let stillFrames = 0;
  const measure = () => {
    if (stopped.signal.aborted || !element.isConnected || stillFrames >= STILL_FRAMES) return stopped.abort();
    const { top } = element.getBoundingClientRect();
    stillFrames = top === last ? stillFrames + 1 : 0;
    if (stillFrames === 0) element.scrollIntoView({ block: "center" });
    last = element.getBoundingClientRect().top;
    requestAnimationFrame(measure);
  };
  measure();
}
