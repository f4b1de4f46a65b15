import type { Station } from "@groundcrew/shared/stations";

/** The stations of a list that can be selected. */
export type SelectableList = {
  /** Their names, in order. Of a list in pages, those that are loaded, one after the other. */
  names: readonly string[];
  total: number;
  /** True if all stations that the user sees are loaded. */
  isComplete: boolean;
  /** A station as it is now, listed or not; undefined if there is none, or it was never loaded. */
  find: (name: string) => Station | undefined;
  /** Reads all listed stations. */
  read: () => Promise<readonly Station[]>;
  /** Selects all listed stations, as many as can be selected. */
  addAll: () => void;
};
