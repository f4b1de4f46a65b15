import { pageValue } from "../../page/index.ts";
import type { ListItem } from "./use-list-window.ts";

/** The lines of the list in order, rendered or not, and a function that scrolls to one of them. */
type ListedRows = { items: readonly ListItem[]; goTo: (index: number) => void };

export const NO_ROWS: ListedRows = { items: [], goTo: () => {} };

export const listedRows = pageValue<ListedRows>(() => NO_ROWS);
