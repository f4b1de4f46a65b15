import { beforeEach } from "vitest";
import { resetPage } from "../src/page/page-value.ts";

// Test files share the modules of the web app, and in a browser a document too. Each test begins with what a new page has.
beforeEach(() => {
  if ("document" in globalThis) {
    localStorage.clear();
    sessionStorage.clear();
    const { documentElement: root, body } = document;
    root.removeAttribute("data-color-scheme");
    // What a test has rendered is closed at its end, or it would change what the next one sees.
    const left = [...root.classList, ...body.querySelectorAll(":scope > :not(script, style)")];
    if (left.length > 0) throw new Error(`An earlier test has left this on the page: ${left.map(String).join(", ")}`);
  }
  resetPage();
});
