import { expect, test } from "vitest";
import { viewInLink } from "./view-field.tsx";

test("a link to the stations list has the view's settings", () => {
  expect(viewInLink("https://console.example/?stations-q=reno&stations-type=&other=1")).toBe(
    "stations-q=reno&stations-type=",
  );
  expect(viewInLink("/?stations-q=reno")).toBe("stations-q=reno");
  expect(viewInLink("reno")).toBeNull();
});
