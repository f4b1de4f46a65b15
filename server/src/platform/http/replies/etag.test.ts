import { expect, test } from "vitest";
import { matchesTag } from "./etag.ts";

test.each([
  { header: undefined, matches: false },
  { header: "", matches: false },
  { header: '"a1"', matches: true },
  { header: 'W/"a1"', matches: true },
  { header: '"b2", W/"a1" , "c3"', matches: true },
  { header: '"b2","a1,b"', matches: false },
  { header: "a1", matches: false },
  { header: '"A1"', matches: false },
  { header: "*", matches: true },
  { header: " * ", matches: true },
])('If-None-Match: $header names W/"a1": $matches', ({ header, matches }) => {
  expect(matchesTag(header, 'W/"a1"')).toBe(matches);
});
