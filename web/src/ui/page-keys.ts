/** The actions of keys, in the order in which they are listed. A key does the same on every page that has the action. */
export const pageKeys = {
  "ctrl+k": "go to a station or page, or do something",
  "?": "list the keys",
  "/": "search",
  "ctrl+f": "search",
  f: "filter",
  s: "sort",
  j: "next row",
  k: "previous row",
  arrowdown: "next row",
  arrowup: "previous row",
  x: "select",
  "ctrl+a": "select all",
  a: "acknowledge",
  e: "resolve",
  g: "merge",
  m: "mute",
  o: "open or close the row",
  l: "copy a link",
  p: "pause",
  escape: "close what is open, then end the selection",
} as const;

export type PageKey = keyof typeof pageKeys;
