import { expect, test } from "vitest";
import { webAddress } from "./web-address.ts";

test("only http and https addresses become links", () => {
  expect(webAddress("https://station.example/dash")).toBe("https://station.example/dash");
  expect(webAddress("http://10.0.0.5:8080")).toBe("http://10.0.0.5:8080/");
  for (const text of [null, "", "station.example", "javascript:alert(1)", "data:text/html,x", "/dash"]) {
    expect(webAddress(text)).toBeNull();
  }
});
