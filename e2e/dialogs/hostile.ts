import type { Page } from "@playwright/test";
import { createKey } from "../manage-steps.ts";
import { newest, pressing, pressingInside, steps, type Opening, type Openings } from "./opening.ts";

const LIST = "/?stations-type=&stations-f-actual=0";
const RULES = "/attention/rules";
const GROUPS = "/supportlog/triage/groups";
const ENTRIES = "/supportlog/entries";
const TRIAGE = "/supportlog/triage";
const SWAPS = "/stats/swap-success";
/** The list with a view that is shared. */
const VIEW = "/?view=1";
const SITES = "/manage/sites";
const WALLBOARDS = "/manage/wallboards";

/** Dialogs of a server with hostile texts, whose station is in maintenance. Those with a form show what is wrong with it. */
export function hostileDialogs(station: string): Openings {
  const page = `/stations/${station}`;
  return {
    "alerts/rules/switch-off-dialog.tsx": [{ title: "Switch Off This Rule", path: RULES, open: switchOff }],
    "alerts/rules/uncovered-dialog.tsx": [
      { title: "Stations Without an Offline Rule", path: RULES, open: pressing(/^Show (?:it|them)$/) },
    ],
    "configs/table/row-dialogs.tsx": [
      { title: / - Station Config History$/, path: "/ssot", open: pressing(/^Config history of/) },
    ],
    "error-groups/acts/archive-groups-dialog.tsx": [
      { title: /^Archive Group/, path: GROUPS, open: steps(ofGroups(1, "Archive…"), pressingInside("Archive")) },
    ],
    "error-groups/acts/assign-groups-dialog.tsx": [
      { title: /^Assign Group/, path: GROUPS, open: steps(ofGroups(1, "Assign…"), pressingInside(/^Assign/)) },
    ],
    "error-groups/acts/merge-by-number-dialog.tsx": [
      {
        title: /^Merge Group/,
        path: "/groups/1",
        open: steps(pressing("More actions", "Merge with a group by number…"), pressingInside("Continue")),
      },
    ],
    "error-groups/acts/merge-groups-dialog.tsx": [
      { title: "Merge 2 Groups", path: GROUPS, open: ofGroups(2, "Merge…") },
    ],
    "error-groups/acts/resolve-groups-dialog.tsx": [
      {
        title: /^Resolve All Errors/,
        path: GROUPS,
        open: steps(ofGroups(1, "Resolve All…"), pressingInside(/^Resolve/)),
      },
    ],
    "bulk-acts/act-frame.tsx": [
      {
        title: "Begin Maintenance",
        path: "/?stations-type=",
        open: steps(selectStation, pressing("Maintenance"), pressingInside(/^Begin on/)),
      },
    ],
    "bulk-acts/result-dialog.tsx": [
      { title: /^Take New Images/, path: "/?stations-type=", open: steps(pressing(/^Recent Acts/), showAct) },
    ],
    "maintenance/end-dialog.tsx": [{ title: "End Maintenance", path: page, open: pressing("End Now") }],
    "maintenance/extend-dialog.tsx": [{ title: "Extend Maintenance", path: page, open: pressing("Extend") }],
    "maintenance/start-dialog.tsx": [
      { title: "Plan Maintenance", path: page, open: steps(pressing("Plan"), pressingInside("Plan Maintenance")) },
    ],
    "account/dialogs.tsx": [
      { title: "Change Name", path: "/account", open: pressing("Change Name") },
      { title: "Change Password", path: "/account", open: pressing("Change Password") },
    ],
    "account/devices/not-me.tsx": [
      { title: "Not Me", path: "/account?not-me=1", open: (tab) => newest(tab).waitFor() },
    ],
    "manage/organizations/step-rule.tsx": [
      {
        title: "Require a Second Step",
        path: "/manage/organizations",
        open: pressing(/^Change the second step of /),
      },
    ],
    "manage/api-keys/api-keys-page.tsx": [
      { title: "Your New Key", path: "/manage/apikeys", open: (tab) => createKey(tab, "Dashboard in the hangar") },
    ],
    "manage/api-keys/new-key-dialog.tsx": [
      { title: "New API Key", path: "/manage/apikeys", open: steps(pressing("New Key"), pressingInside("Create Key")) },
    ],
    "manage/api-keys/renew-key-dialog.tsx": [
      { title: "Renew an API Key", path: "/manage/apikeys", open: pressing(/^Renew /) },
    ],
    "manage/organizations/single-sign-on-dialog.tsx": [
      {
        title: "Single Sign-On",
        path: "/manage/organizations",
        open: steps(pressing(/: single sign-on of /), pressingInside("Save")),
      },
    ],
    "notifications/channels/channel-dialog.tsx": [
      { title: /^Edit /, path: "/attention/channels", open: pressing(/^Edit /) },
      { title: "New Secret", path: "/attention/channels", open: steps(editReceiver, pressingInside("New Secret…")) },
      {
        title: "Channel Secret",
        path: "/attention/channels",
        open: steps(editReceiver, pressingInside("New Secret…"), pressingInside("Create New Secret")),
      },
    ],
    "notifications/channels/new-channel-dialog.tsx": [
      {
        title: "New Channel",
        path: "/attention/channels",
        open: steps(pressing("New Channel"), pressingInside("Save")),
      },
      { title: "Channel Secret", path: "/attention/channels", open: createReceiver },
    ],
    "notifications/deliveries/delivery-dialog.tsx": [
      { title: "Message", path: "/attention/deliveries", open: pressing(/^Show the message/) },
    ],
    "palette/keys-dialog.tsx": [
      {
        title: "Keyboard Shortcuts",
        path: "/",
        async open(page) {
          await page.getByRole("list", { name: "Stations" }).getByRole("listitem").first().waitFor();
          await page.keyboard.press("?");
        },
      },
    ],
    "readiness/history-dialog.tsx": [{ title: "Readiness History", path: page, open: pressing("History") }],
    "ssot/history-dialog.tsx": [
      { title: "SSoT History", path: "/ssot/hw-variation", open: pressing(/^SSoT history of/) },
    ],
    "stations/forms/add-device-dialog.tsx": [
      { title: "Add Device", path: "/", open: steps(pressing("Add Station"), pressingInside("Add Station")) },
    ],
    "stations/forms/link-card.tsx": [
      {
        title: "New API Password",
        path: `${page}/edit`,
        open: pressing(/^Generate Password /, /^Are You Sure\? Generate Password /),
      },
    ],
    "stations/page/overview.tsx": [{ title: / Swaps$/, path: page, open: pressing(/, swaps by period$/) }],
    "stats/availability/send-dialog.tsx": [
      { title: "Send Each Month", path: "/stats/availability", open: pressing("Send Each Month…") },
    ],
    "stats/data-history-dialog.tsx": [{ title: / Data History$/, path: page, open: pressing("Data History") }],
    "stats/minute-errors.tsx": [{ title: / Errors$/, path: page, open: openMinute }],
    "stats/swap-success/attempts-dialog.tsx": [{ title: / Swap Attempts$/, path: SWAPS, open: openAttempts }],
    "support-log/entry-errors.tsx": [
      { title: "Attached Errors", path: ENTRIES, open: pressing(/ errors? attached$/) },
      { title: "Attach Errors", path: ENTRIES, open: pressing("Attach errors") },
    ],
    "support-log/entry-form.tsx": [
      {
        title: "Create New Support Log Entry",
        path: TRIAGE,
        open: steps(selectError, pressing("Create Support Log from 1 entries"), pressingInside("Create")),
      },
    ],
    "support-log/station-log.tsx": [
      { title: /^Viewing Support Log for /, path: ENTRIES, open: pressing("Support Log") },
    ],
    "support-log/status-control.tsx": [{ title: "Confirm Status Change", path: ENTRIES, open: reopen }],
    "support-log/support-log-dialog.tsx": [{ title: /./, path: TRIAGE, open: pressing(/^Unresolved errors of /) }],
    "saved-views/view-dialogs.tsx": [
      {
        title: "Save as New View",
        path: LIST,
        open: steps(ofViews("Save as New View…"), pressingInside("Save View")),
      },
      { title: "Save Changes", path: `${VIEW}&stations-group=organization`, open: ofViews(/^Save Changes/) },
      { title: "Rename a View", path: VIEW, open: ofViews(/^More about/, "Rename…") },
      { title: "Stop Sharing", path: VIEW, open: ofViews(/^More about/, "Stop Sharing…") },
      { title: "Delete a View", path: VIEW, open: ofViews(/^More about/, "Delete…") },
    ],
    "ui/dialog.tsx": [{ title: "Discard Changes?", path: LIST, open: discard }],
    "ui/unsaved-guard.tsx": [{ title: "Unsaved Changes", path: "/attention/rules/new", open: leave }],
    "sites/site-dialog.tsx": [
      { title: "New Site", path: SITES, open: steps(pressing("New Site"), pressingInside("Create")) },
      { title: /^Edit /, path: SITES, open: pressing(/^Edit (?!tag)/) },
    ],
    "sites/suggestions.tsx": [{ title: /^Create /, path: SITES, open: pressing(/^Create (All )?\d+…/) }],
    "sites/tag-dialog.tsx": [
      { title: "New Station Tag", path: SITES, open: steps(pressing("New Tag"), pressingInside("Create")) },
      { title: /^Edit /, path: SITES, open: pressing(/^Edit tag /) },
      {
        title: /^Merge /,
        path: SITES,
        open: steps(pressing(/^Edit tag /), pressingInside("Merge Into…"), firstTag),
      },
    ],
    "wallboards/wallboard-dialogs.tsx": [
      { title: "Link of Your Wallboard", path: WALLBOARDS, open: createWallboard },
      {
        title: "New Wallboard",
        path: WALLBOARDS,
        open: steps(pressing("New Wallboard"), pressingInside("Create")),
      },
      { title: /^Edit /, path: WALLBOARDS, open: pressing(/^Edit /) },
      { title: "Renew a Wallboard", path: WALLBOARDS, open: pressing(/^Renew /) },
    ],
  };
}

async function firstTag(page: Page): Promise<void> {
  await page.getByRole("group", { name: "Tags", exact: true }).getByRole("button").first().click();
}

/** Presses items of the menu of views. */
function ofViews(...items: readonly (string | RegExp)[]): Opening["open"] {
  return async (page) => {
    await page.getByRole("button", { name: /^Views$|^View: / }).click();
    for (const name of items) await page.getByRole("menuitem", { name }).first().click();
  };
}

async function selectStation(page: Page): Promise<void> {
  await pressing("Select")(page);
  await page
    .getByRole("checkbox", { name: /^Select / })
    .first()
    .check();
}

async function showAct(page: Page): Promise<void> {
  await page.getByRole("menuitem").first().click();
}

async function switchOff(page: Page): Promise<void> {
  await page.getByRole("switch", { checked: true }).first().click();
}

/** Selects some of the listed groups, and presses a button for them. */
function ofGroups(count: number, button: string): Opening["open"] {
  return async (page) => {
    const boxes = page.getByRole("checkbox", { name: /^Select group / });
    for (let nth = 0; nth < count; nth += 1) await boxes.nth(nth).click();
    await page.getByRole("region", { name: "Selected groups" }).getByRole("button", { name: button }).click();
  };
}

/** Creates a channel that receives alerts: its secret is made by the server. */
async function createReceiver(page: Page): Promise<void> {
  await pressing("New Channel")(page);
  await newest(page).getByRole("radio", { name: "Other" }).click();
  await newest(page).getByRole("combobox", { name: "Service", exact: true }).selectOption("alertmanager_in");
  await newest(page).getByRole("textbox", { name: "Name" }).fill(`Alerts of ${Date.now()}`);
  await pressingInside("Save")(page);
}

async function editReceiver(page: Page): Promise<void> {
  await createReceiver(page);
  await pressing("Close")(page);
  await pressing(/^Edit Alerts of /)(page);
}

/** Opens the errors of the newest minute of a station's history. */
async function openMinute(page: Page): Promise<void> {
  await page.getByRole("slider", { name: /^Activity Data/ }).focus();
  await page.keyboard.press("Enter");
}

const openAttempts = pressing(/ failed attempts of /);

async function createWallboard(page: Page): Promise<void> {
  await pressing("New Wallboard")(page);
  await newest(page).getByRole("textbox", { name: "Name" }).fill(`Wall of ${Date.now()}`);
  await pressingInside("Create")(page);
}

async function selectError(page: Page): Promise<void> {
  await page.getByRole("main").getByRole("table").first().getByRole("row").nth(1).click();
}

/** Changes the status of an incident that is resolved. */
async function reopen(page: Page): Promise<void> {
  await pressing(/^Status: Resolved/)(page);
  await page.getByRole("menuitemradio", { name: "Pending", exact: true }).click();
}

async function discard(page: Page): Promise<void> {
  await pressing("Add Station")(page);
  await newest(page).getByRole("textbox", { name: "Name" }).fill("gc-0123456789ab");
  await page.keyboard.press("Escape");
}

async function leave(page: Page): Promise<void> {
  await page.getByRole("textbox", { name: "Name" }).fill("Offline");
  await page.getByRole("link", { name: "Back to the Rules" }).click();
}
