import { browserChoice, usePageValue } from "../../page/index.ts";

/** How this browser shows the list. Off are all colors, compact rows, and rows that open in their place. */
export const listLook = {
  calm: browserChoice("list-full-colors"),
  comfortable: browserChoice("list-compact"),
  panel: browserChoice("list-in-place"),
};

/** Attributes of the list, from which its look follows without work in its rows. */
export function useListLook() {
  return {
    "data-calm": usePageValue(listLook.calm) || undefined,
    "data-compact": !usePageValue(listLook.comfortable) || undefined,
  };
}
