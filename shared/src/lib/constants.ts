import { MINUTE_MS, SECOND_MS } from "./time/time.ts";

/*
 * Constants of the specification's section 9 that screens use. A constant that a rule uses is beside that rule.
 */

/** Refresh intervals. */
export const REFRESH_MS = {
  station_list: MINUTE_MS,
  station_page: 15 * SECOND_MS,
  station_contact: 3 * SECOND_MS,
  image: 30 * SECOND_MS,
  stream_stats: 500,
  stream_state: 5 * SECOND_MS,
} as const;

/** How long the console waits for input, or displays something temporary. */
export const UI_DELAYS_MS = {
  search_debounce: 300,
  toast: 5 * SECOND_MS,
  hold_to_toggle: 2 * SECOND_MS,
  confirm_button: 3 * SECOND_MS,
} as const;

/** Maximum length of a search text, so that it fits into an address. */
export const SEARCH_MAX = 500;

/** The most stations that the query of a call may name. */
export const NAMES_MAX = 200;

/** Dimensions of a history chart. Door, pad and online share a separate scale. */
export const CHART = { width_percent: 97, height_px: 400, state_scale: { min: 0, max: 10 } } as const;

/** Initial view of the map, and its clustering. */
export const MAP = {
  center: { lat: 20, lng: 0 },
  zoom: 2,
  height_px: 500,
  cluster_radius_px: 50,
} as const;

/** Range of valid ports. */
export const PORTS = { min: 1, max: 65_535 } as const;

/** Shown when a request gets no response (specification, section 8). */
export const NETWORK_FAILURE = "Unable to contact the server (likely due to a network error)";
