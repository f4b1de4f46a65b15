import { DAY_MS } from "@groundcrew/shared/lib";
import { expect, test } from "vitest";
import { groupsView } from "./view.ts";

const NOW = Date.parse("2026-05-08T12:00:30.000Z");
const full = {
  "tg-state": "new",
  "tg-sort": "stations",
  "tg-type": "atlas",
  "tg-org": "2",
  "tg-job": "charge",
  "tg-fw": "1.4.3",
  "tg-q": "slot",
  "tg-t": "week",
  own: "mine",
  "supportlog-all": "1",
};

test("an address keeps every setting, and the state only of open groups", () => {
  expect(groupsView.write(groupsView.read(full))).toEqual(full);
  expect(groupsView.write(groupsView.read({ "tg-tab": "archived", "tg-state": "new" }))).toEqual({
    "tg-tab": "archived",
  });
});

test("the server filters by the same settings, and by a start in whole minutes", () => {
  expect(groupsView.call(groupsView.read(full), NOW)).toEqual({
    tab: "open",
    sort: "stations",
    own: "mine",
    state: "new",
    station_type: "atlas",
    org_id: 2,
    job_type: "charge",
    firmware: "1.4.3",
    q: "slot",
    seen_after: new Date(NOW - 7 * DAY_MS - 30_000).toISOString(),
    include_all: true,
  });
  expect(groupsView.call(groupsView.read({}), NOW)).toEqual({ tab: "open", sort: "urgency" });
});

test("an order, a tab and a choice of stations hide nothing that matches", () => {
  expect(groupsView.filtered(groupsView.read({ "tg-q": "slot" }))).toEqual(["q"]);
  expect(groupsView.filtered(groupsView.read({ "tg-sort": "open", "tg-tab": "mine", "supportlog-all": "1" }))).toEqual(
    [],
  );
});
