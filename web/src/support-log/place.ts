import { timeWindow, type TimeWindow } from "@groundcrew/shared/lib";

/** Pages of the support log area in their order, by their path below `/supportlog/`. */
export const supportLogPlaces = ["entries", "triage", "tags"] as const;
export type SupportLogPlace = (typeof supportLogPlaces)[number];

/** The page that a path below `/supportlog/` leads to; null when there is none. */
export function supportLogPlace(path: string): SupportLogPlace | null {
  const name = path.replace(/\/+$/, "");
  return name === "" ? "entries" : (supportLogPlaces.find((place) => place === name) ?? null);
}

/** What someone chose to see in the area. */
export type SupportLogView = {
  /** From when entries are shown. */
  time: TimeWindow;
  /** Whether the triage queue also has the stations that its count leaves out. */
  isWhole: boolean;
};

/** How a view is written into an address: only what differs from the usual one. */
export type SupportLogQuery = { "supportlog-t"?: TimeWindow; "supportlog-all"?: "1" };

export function supportLogQuery({ time, isWhole }: SupportLogView): SupportLogQuery {
  return { ...(time !== "all" && { "supportlog-t": time }), ...(isWhole && { "supportlog-all": "1" }) };
}

/** The view an address asks for; what makes no sense is left out. */
export function supportLogView(query: Record<string, unknown>): SupportLogView {
  return { time: timeWindow.catch("all").parse(query["supportlog-t"]), isWhole: query["supportlog-all"] === "1" };
}

/** The entry that the hash of an address leads to; null when it is not a number. */
export function entryInHash(hash: string): number | null {
  const digits = /^#?(\d{1,15})$/.exec(hash)?.[1];
  return digits === undefined ? null : Number(digits);
}
