import type { CSSProperties } from "react";
import type { Layout, ListKind } from "./list-kind.ts";

declare module "react" {
  interface CSSProperties {
    [property: `--${string}`]: string | undefined;
  }
}

const sizes = ["wide", "medium", "small", "tiny"] as const;

/** The layout for each width of the window, from wide to narrow; one that is not given is as the wider one. */
function layouts({ layout }: Pick<ListKind<never, never>, "layout">): Record<(typeof sizes)[number], Layout> {
  const { wide, medium } = layout;
  // With labels, everything that is displayed in a wide window has its line.
  const small = layout.small === "labelled" ? wide : (layout.small ?? medium);
  return { wide, medium, small, tiny: layout.tiny ?? small };
}

/** The layouts of a list as properties that its style sheet uses. */
export function layoutStyle(kind: Pick<ListKind<never, never>, "layout" | "rowPx">): CSSProperties {
  const style: CSSProperties = { "--row": `${kind.rowPx - 1}px` };
  for (const [size, { tracks, areas }] of Object.entries(layouts(kind))) {
    style[`--${size}-tracks`] = tracks;
    style[`--${size}-areas`] = areas.map((line) => `"${line}"`).join(" ");
  }
  return style;
}

/** The widths of the window at which a column is not displayed, as words; undefined if there are none. */
export function hiddenAt(kind: Pick<ListKind<never, never>, "layout">, column: string): string | undefined {
  const at = layouts(kind);
  const hidden = sizes.filter((size) => !at[size].areas.some((line) => line.split(/\s+/).includes(column)));
  return hidden.length === 0 ? undefined : hidden.join(" ");
}
