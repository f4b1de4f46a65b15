import { expect, test } from "vitest";
import { viewInLink } from "./view-field.tsx";

test("a link to the stations list has the view's settings", () => {
  expect(viewInLink("https://console.example/?stations-q=reno&stations-type=&other=1")).toBe(
    "stations-q=reno&stations-type=",
  );
  expect(viewInLink("/?stations-q=reno")).toBe("stations-q=reno");
  expect(viewInLink("reno")).toBeNull();
});

test("a link that names a view has what it holds, and what the link says besides", () => {
  const views = [{ id: 12, settings: { "stations-q": "reno", "stations-f-customer": "1" } }];
  expect(viewInLink("https://console.example/?view=12", views)).toBe("stations-q=reno&stations-f-customer=1");
  expect(viewInLink("/?view=12&stations-q=oslo", views)).toBe("stations-q=oslo&stations-f-customer=1");
  expect(viewInLink("/?view=all", views)).toBe("stations-type=");
  expect(viewInLink("/?view=13", views)).toBeNull();
});
