import { changePreferences } from "@groundcrew/shared/account";
import { createAlertRule } from "@groundcrew/shared/alerts";
import type { Preferences } from "@groundcrew/shared/sessions";
import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { sampleSnapshot } from "../../../shared/test/sample-snapshot.ts";
import { serveRules } from "../../test/fake-alerts.ts";
import { serveAccount } from "../../test/fake-account.ts";
import { serveChannels, sampleChannel } from "../../test/fake-channels.ts";
import { admin, onlineStation, startFakeConsole } from "../../test/fake-console.ts";
import { serveMine } from "../../test/fake-notifications.ts";
import { Rejection } from "../../test/fake-server.ts";
import { openConsole } from "../../test/open-console.tsx";

const radio = (group: string, name: string) =>
  page.getByRole("radiogroup", { name: group }).getByRole("radio", { name, exact: true });
const scheme = () => document.documentElement.dataset["colorScheme"];

function open(path: string, preferences: Partial<Preferences> = {}, station = onlineStation()) {
  onTestFinished(() => localStorage.removeItem("color-scheme"));
  const user = { ...admin, preferences: { ...admin.preferences, ...preferences } };
  const server = startFakeConsole({ user, stations: [station] });
  serveAccount(server, user);
  return { server, user, ...openConsole(path) };
}

test("a unit that is chosen on the account is the one of the list, whose pills have the other one as title", async () => {
  const { server, router } = open("/account");
  await expect.element(radio("Units", "°F")).toBeChecked();
  await radio("Units", "°C").click();
  await expect.element(radio("Units", "°C")).toBeChecked();
  expect(server.requestsTo(changePreferences).map(({ body }) => body)).toEqual([{ units: "celsius" }]);
  await router.navigate({ to: "/" });
  await expect.element(page.getByText("21.7°C")).toBeVisible();
  await expect.element(page.getByTitle("71°F")).toBeVisible();
});

test("times are in UTC for those who choose it, and their exact ones say so", async () => {
  open("/account", { time_zone: "utc" });
  await expect.element(radio("Time Zone", "UTC")).toBeChecked();
  await expect.element(page.getByText(/^Now \d\d:\d\d UTC, in emails too\.$/)).toBeVisible();
  await expect.element(page.getByTitle(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/).first()).toBeInTheDocument();
});

test("the theme of the account is that of each browser, and the button in the top bar changes it", async () => {
  const { server } = open("/account", { theme: "dark" });
  await expect.poll(scheme).toBe("dark");
  await expect.element(radio("Theme", "Dark")).toBeChecked();
  await radio("Theme", "Light").click();
  await expect.poll(scheme).toBe("light");
  await page.getByRole("button", { name: "Use dark theme" }).click();
  await expect.poll(scheme).toBe("dark");
  await expect
    .poll(() => server.requestsTo(changePreferences).map(({ body }) => body))
    .toEqual([{ theme: "light" }, { theme: "dark" }]);
});

test("a choice that is not saved is taken back, and says so", async () => {
  const { server } = open("/account");
  server.on(changePreferences, async () => {
    throw new Rejection(503, "The database is not available.");
  });
  await radio("Units", "°C").click();
  await expect.element(page.getByText("This was not changed.")).toBeVisible();
  await expect.element(radio("Units", "°F")).toBeChecked();
});

test("a limit that is entered in °C is stored in °F, and stays as it was entered", async () => {
  const { server } = open("/attention/rules/new", { units: "celsius" });
  serveRules(server, []);
  serveChannels(server, [sampleChannel()]);
  await page.getByRole("textbox", { name: "Name" }).fill("Hot");
  await page.getByRole("combobox", { name: "Condition" }).selectOptions("Internal temperature");
  const limit = page.getByRole("textbox", { name: "Degrees Celsius" });
  await expect.element(limit).toHaveValue("40");
  await expect.element(page.getByText("The alert ends once the temperature is 1.7°C back.")).toBeVisible();
  await limit.fill("400");
  await page.getByRole("button", { name: "Save" }).click();
  await expect.element(page.getByText("Enter −40 to 93.3°C.")).toBeVisible();
  await limit.fill("41.50");
  await expect.element(limit).toHaveValue("41.50");
  await page.getByRole("button", { name: "Add a channel" }).click();
  await page.getByRole("checkbox", { name: /#ground-ops/ }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => server.requestsTo(createAlertRule).length).toBe(1);
  expect(server.requestsTo(createAlertRule)[0]?.body).toMatchObject({ condition: { fahrenheit: 106.7 } });
  await expect.element(page.getByText("Internal temperature above 41.5°C for 10 minutes")).toBeVisible();
});

test("the account says what its owner is notified of, and leads to where that is changed", async () => {
  const { server } = open("/account");
  serveMine(server).setQuiet({ from: "22:00", to: "07:00", zone: "Europe/Oslo", urgent_after_hour: true });
  await expect.element(page.getByText("22:00 to 07:00, Europe/Oslo")).toBeVisible();
  const card = page.getByRole("region", { name: "Notifications" });
  await expect.element(card).toMatchTextContent(/EmailOn: .*account securityPushOff/);
  await page.getByRole("link", { name: "Change Notifications" }).click();
  await expect.element(page.getByRole("heading", { name: "My Notifications" })).toBeVisible();
});

test("the page of a station has times of the station for those who choose them, and other pages have not", async () => {
  const station = onlineStation({ location: { lat: 27.7, lng: 85.3, street_address: null } });
  const { router } = open(`/stations/${station.name}`, { time_zone: "station" }, station);
  await expect.element(page.getByTitle(/ GMT\+5:45/).first()).toBeInTheDocument();
  await router.navigate({ to: "/" });
  await expect.element(page.getByRole("heading", { name: "Stations" })).toBeVisible();
  await expect.element(page.getByTitle(/ GMT\+5:45/).first()).not.toBeInTheDocument();
});

test("a dialog about one station that is opened in the list has times of the station", async () => {
  const location = { lat: 27.7, lng: 85.3, street_address: null };
  open("/", { time_zone: "station" }, onlineStation({ location, last_telemetry_data: sampleSnapshot() }));
  await page.getByRole("button", { name: /^Details of / }).click();
  await page.getByRole("button", { name: "Telemetry" }).click();
  await expect
    .element(
      page
        .getByRole("dialog")
        .getByTitle(/ GMT\+5:45/)
        .first(),
    )
    .toBeInTheDocument();
});
