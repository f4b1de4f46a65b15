import type { Page } from "@playwright/test";
import type { TestSystem } from "./test-system.ts";

/** A screen to take a picture of; `open` goes on from its path. */
export type Screen = {
  name: string;
  path: string;
  /** Who looks at it; null is nobody logged in. */
  as: string | null;
  open?: (page: Page, system: TestSystem) => Promise<void>;
};
