import type { Page } from "@playwright/test";
import type { TestSystem } from "./test-system.ts";

/** A screen to take a screenshot of; `open` navigates on from `path`. */
export type Screen = {
  name: string;
  path: string;
  /** The logged-in user; null means nobody is logged in. */
  user: string | null;
  open?: (page: Page, system: TestSystem) => Promise<void>;
};
