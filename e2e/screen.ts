import type { Page } from "@playwright/test";
import type { TestSystem } from "./test-system.ts";

/** A screen of the console to take a screenshot of; `open` brings it into view, starting from `path`. */
export type Screen = {
  name: string;
  path: string;
  /** The logged-in user; null means nobody is logged in. */
  user: string | null;
  open?: (page: Page, system: TestSystem) => Promise<void>;
};
