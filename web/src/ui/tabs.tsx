import { useEffect, useRef, type KeyboardEvent, type ReactNode } from "react";
import type { Icon as TablerIcon } from "@tabler/icons-react";
import { Link, type LinkProps } from "@tanstack/react-router";
import { indexAfterKey } from "./focus.ts";
import { Icon } from "./icon.tsx";
import styles from "./tabs.module.css";

type TabButtonsProps<T extends string> = {
  label: string;
  labels: Record<T, ReactNode>;
  /** Segments are joined buttons, for tabs below other tabs. */
  variant?: "line" | "segments";
  tabs: readonly T[];
  chosen: T;
  /** Id of the tab panel. */
  panelId: string;
  onChoose: (tab: T) => void;
};

/** Tabs that switch the panel below. The arrow keys move between them. */
export function TabButtons<T extends string>(props: TabButtonsProps<T>) {
  const { label, labels, variant = "line", tabs, chosen, panelId, onChoose } = props;

  function handleKey(event: KeyboardEvent<HTMLDivElement>) {
    const next = tabs.at(indexAfterKey(event.key, { current: tabs.indexOf(chosen), count: tabs.length, along: "row" }));
    if (next === undefined || next === chosen) return;
    event.preventDefault();
    onChoose(next);
    const button = [...event.currentTarget.querySelectorAll("button")].at(tabs.indexOf(next));
    button?.focus();
  }

  return (
    <div role="tablist" aria-label={label} className={variants[variant].list} tabIndex={-1} onKeyDown={handleKey}>
      {tabs.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={`${panelId}-${tab}`}
          aria-selected={tab === chosen}
          aria-controls={panelId}
          tabIndex={tab === chosen ? 0 : -1}
          className={variants[variant].tab}
          onClick={() => onChoose(tab)}
        >
          {labels[tab]}
        </button>
      ))}
    </div>
  );
}

const variants = {
  line: { list: `flex relative ${styles.tabs}`, tab: styles.tab },
  segments: { list: `flex relative ${styles.segments}`, tab: `control rigid ${styles.segment}` },
} as const;

type TabPanelProps = { panelId: string; chosen: string; children: ReactNode };

/** The panel of the chosen tab of `TabButtons`. */
export function TabPanel({ panelId, chosen, children }: TabPanelProps) {
  return (
    <div role="tabpanel" id={panelId} aria-labelledby={`${panelId}-${chosen}`}>
      {children}
    </div>
  );
}

export type TabLink = Pick<LinkProps, "to"> & { label: string; icon?: TablerIcon };

type TabLinksProps<T extends string> = {
  label: string;
  links: Record<T, TabLink>;
  tabs: readonly T[];
  chosen: T;
  /** Shown behind the labels of tabs. */
  badges?: Partial<Record<T, ReactNode>>;
  /** Parameters of the links. */
  params?: LinkProps["params"];
  /** True if the settings in the address are those of all tabs. */
  keepsSettings?: boolean;
};

/** Links that look like tabs, for tabs with their own addresses. The current page's link has `aria-current`. */
export function TabLinks<T extends string>(props: TabLinksProps<T>) {
  const { label, links, tabs, chosen, badges, params, keepsSettings = false } = props;
  const nav = useRef<HTMLElement>(null);
  const index = tabs.indexOf(chosen);
  // In a narrow window the current page's tab may be outside the visible area, or move there when a count or the window changes.
  useEffect(() => {
    const all = [...(nav.current?.querySelectorAll("a") ?? [])];
    const shown = all[index];
    const sizes = new ResizeObserver(() => nav.current && shown && scrollIntoList(nav.current, shown));
    for (const element of [nav.current, ...all]) if (element) sizes.observe(element);
    return () => sizes.disconnect();
  }, [index]);

  return (
    <nav ref={nav} aria-label={label} className={`no-print flex relative ${styles.tabs}`}>
      {tabs.map((tab) => {
        const { label, icon, to } = links[tab];
        return (
          <Link
            key={tab}
            to={to}
            {...(params && { params })}
            {...(keepsSettings && { search: true })}
            activeOptions={{ exact: true, includeSearch: false }}
            aria-current={tab === chosen ? "page" : undefined}
          >
            {icon && <Icon icon={icon} />}
            {label}
            {badges?.[tab]}
          </Link>
        );
      })}
    </nav>
  );
}

/** Scrolls the list sideways until a tab is visible, without scrolling the page. */
function scrollIntoList(list: HTMLElement, tab: HTMLElement): void {
  const visible = list.getBoundingClientRect();
  const { left, right } = tab.getBoundingClientRect();
  if (right > visible.right) list.scrollBy({ left: Math.ceil(right - visible.right) });
  else if (left < visible.left) list.scrollBy({ left: Math.floor(left - visible.left) });
}
