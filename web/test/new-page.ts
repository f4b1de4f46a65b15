import { beforeEach } from "vitest";
import { resetPage } from "../src/page/page-value.ts";

// Test files share the modules of the web app, and in a browser a document too. Each test begins with what a new page has.
beforeEach(() => {
  if ("document" in globalThis) {
    localStorage.clear();
    sessionStorage.clear();
  }
  resetPage();
});
