import { expect, test } from "vitest";
import { dashboardOf } from "./board/row-text.ts";

// @spec 138.7
test.each([
  { base: "https://one.example", link: "https://one.example/" },
  { base: "http://10.0.0.8:8080/ui?x=1", link: "http://10.0.0.8:8080/ui?x=1" },
  { base: "http://admin:secret@10.0.0.8:8080/ui", link: "http://10.0.0.8:8080/ui" },
  { base: "https:\\\\admin@one.example", link: "https://one.example/" },
  { base: "http://10.0.0.8/@home?to=a@b", link: "http://10.0.0.8/@home?to=a@b" },
  { base: null, link: null },
  { base: "", link: null },
  { base: "javascript:alert(1)", link: null },
  { base: "JavaScript://x/%0aalert(1)", link: null },
  { base: "data:text/html,x", link: null },
  { base: "//one.example", link: null },
  { base: "https://", link: null },
])("the dashboard of $base is $link", ({ base, link }) => {
  expect(dashboardOf(base)).toBe(link);
});
