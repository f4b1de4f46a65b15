import type { Page } from "@playwright/test";
import type { TestSystem } from "./test-system.ts";

/** A screen of the console to take a screenshot of; `open` brings it into view, starting from `path`. */
export type Screen = {
  name: string;
  path: string;
  /** The logged-in user; null means nobody is logged in. */
  user: string | null;
  /** The height of the window (px), where it is not the usual one. */
  height?: number;
  open?: (page: Page, system: TestSystem) => Promise<void>;
};
