import * as fc from "fast-check";
import { expect, test } from "vitest";
import { returnPath, safePath } from "./session.ts";

const origin = "https://console.example";

test.each([
  ["/stations/gc-0123456789ab/edit", "/stations/gc-0123456789ab/edit"],
  ["/?stations-q=a%20b&stations-f-actual=0", "/?stations-q=a%20b&stations-f-actual=0"],
  ["/supportlog/entries#12", "/supportlog/entries#12"],
  ["/a/../stats", "/stats"],
])("a path of this console is followed: %s", (r, path) => {
  expect(safePath(r, origin)).toBe(path);
});

// @spec 32.3
test.each([
  undefined,
  "",
  "stats",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/.//evil.example",
  "/%2e//evil.example",
  "\\\\evil.example",
  "https://evil.example",
  "https://console.example/stats",
  "javascript:alert(1)",
  " javascript:alert(1)",
  "/login",
  "/login?r=%2Flogin",
  "/./login#x",
])("anything else opens the station list: %j", (r) => {
  expect(safePath(r, origin)).toBe("/");
});

test("every followed path stays on this origin", () => {
  const piece = fc.constantFrom("/", "\\", ".", "..", "%2e", "\t", "\n", "@", ":", "evil.example", "?", "#", "login");
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string())), (pieces) => {
      const path = safePath(`/${pieces.join("")}`, origin);
      expect(new URL(path, origin).origin).toBe(origin);
      expect(safePath(path, origin)).toBe(path);
    }),
  );
});

// @spec 32.2
test("a bare / is not remembered, a filtered list is", () => {
  expect(returnPath("/")).toEqual({});
  expect(returnPath("/?stations-q=a#b")).toEqual({ r: "/?stations-q=a#b" });
});
