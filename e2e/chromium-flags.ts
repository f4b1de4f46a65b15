import { ROOM_FOR_OBJECTS } from "../scripts/chromium.ts";

/** How tests start Chromium: without what a test cannot use. */
export const CHROMIUM_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--js-flags=${ROOM_FOR_OBJECTS.join(" ")}`,
];
