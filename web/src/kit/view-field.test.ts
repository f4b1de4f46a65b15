import { expect, test } from "vitest";
import { viewInLink } from "./view-field.tsx";

const NO_FILTER = { problem: "Paste a link with a filter." };

test("a link to the stations list has the view's settings", () => {
  expect(viewInLink("https://console.example/?stations-q=reno&stations-type=&other=1")).toEqual({
    settings: "stations-q=reno&stations-type=",
  });
  expect(viewInLink("/?stations-q=reno")).toEqual({ settings: "stations-q=reno" });
  expect(viewInLink("reno")).toEqual(NO_FILTER);
});

test("a link that names a view has what it holds, and what the link says besides", () => {
  const views = [{ id: 12, settings: { "stations-q": "reno", "stations-f-customer": "1" } }];
  const settings = (text: string) => ({ settings: text });
  expect(viewInLink("https://console.example/?view=12", views)).toEqual(
    settings("stations-q=reno&stations-f-customer=1"),
  );
  expect(viewInLink("/?view=12&stations-q=oslo", views)).toEqual(settings("stations-q=oslo&stations-f-customer=1"));
  expect(viewInLink("/?view=all", views)).toEqual(settings("stations-type="));
  expect(viewInLink("/?view=none", views)).toEqual(NO_FILTER);
});

test("a link that names a view that is not seen has no settings, whatever it says besides", () => {
  const unseen = { problem: "You cannot see this view." };
  const views = [{ id: 12, settings: { "stations-q": "reno" } }];
  for (const link of ["/?view=13", "https://console.example/?view=13&stations-f-customer=1"]) {
    expect(viewInLink(link, views)).toEqual(unseen);
  }
  expect(viewInLink("/?view=12")).toEqual(unseen);
});
