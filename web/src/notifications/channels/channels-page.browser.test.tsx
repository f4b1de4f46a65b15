import { createChannel, renewChannelSecret, testNewChannel } from "@groundcrew/shared/channels";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { fakeClock } from "../../../test/clock.ts";
import { MADE_SECRET, sampleChannel, serveChannels } from "../../../test/fake-channels.ts";
import { customer, startFakeConsole } from "../../../test/fake-console.ts";
import { dialog } from "../../../test/find.ts";
import { openConsole } from "../../../test/open-console.tsx";

const cards = page.getByRole("list", { name: "Channels" }).getByRole("listitem");
const paused = sampleChannel({
  id: 2,
  kind: "mattermost",
  name: "Night watch",
  state: "paused",
  paused_by: "Lee Tran",
  paused_until: new Date(Date.now() + 86_400_000).toISOString(),
});

function openChannels(user?: typeof customer) {
  const server = startFakeConsole(user && { user });
  const known = serveChannels(server, [sampleChannel(), paused]);
  return { server, known, ...openConsole("/attention/channels") };
}

test("channels say whether they work, and a test shows its outcome", async () => {
  openChannels();
  await expect
    .element(cards.first())
    .toMatchTextContent(/#ground-ops.*Slack · hooks.*Working\s*9m ago · 214 in 30 days/s);
  await expect.element(cards.nth(1)).toMatchTextContent(/Paused\s*by Lee Tran until/s);
  await cards.first().getByRole("button", { name: "Test #ground-ops" }).click();
  await expect
    .element(cards.first())
    .toMatchTextContent(/The test was delivered\. HTTP 202 after 340 ms\. The answer was: \{"status":"success"\}/);
});

test("a new webhook is tested before it is saved, and its secret is shown once", async () => {
  const { server } = openChannels();
  await page.getByRole("button", { name: "New Channel" }).click();
  await dialog().getByRole("radio", { name: "Webhook" }).click();
  await dialog().getByRole("textbox", { name: "Name" }).fill("Pager");
  await dialog().getByRole("textbox", { name: "Address" }).fill("events.pager.example");
  await dialog().getByRole("button", { name: "Save" }).click();
  expect(server.requestsTo(createChannel)).toEqual([]);
  await dialog().getByRole("textbox", { name: "Address" }).fill("https://events.pager.example/v2/enqueue");
  await dialog().getByRole("button", { name: "Send a Test" }).click();
  await expect.element(dialog()).toMatchTextContent(/The test was delivered\./);
  expect(server.requestsTo(testNewChannel)).toHaveLength(1);
  await dialog().getByRole("textbox", { name: "Name" }).fill("Pagers");
  await expect.element(dialog().getByText("The test was delivered.")).not.toBeInTheDocument();
  await dialog().getByRole("textbox", { name: "Name" }).fill("Pager");
  await dialog().getByRole("button", { name: "Save" }).click();
  await expect.element(dialog().getByRole("code")).toHaveTextContent(MADE_SECRET);
  await dialog().getByRole("button", { name: "Close", exact: true }).click();
  await expect.element(cards.nth(2)).toMatchTextContent(/Pager.*Never used/s);
  await expect.element(page.getByText(MADE_SECRET)).not.toBeInTheDocument();
});

test("a channel is renamed, resumed and deleted", async () => {
  const { known } = openChannels();
  await page.getByRole("button", { name: "Test Night watch" }).click();
  await expect.element(cards.nth(1)).toMatchTextContent(/The channel stays paused until it is resumed\./);
  await page.getByRole("button", { name: "Resume Night watch" }).click();
  await expect.poll(() => known.get(2)?.state).toBe("working");
  await page.getByRole("button", { name: "Edit Night watch" }).click();
  await dialog().getByRole("textbox", { name: "Name" }).fill("Night");
  await dialog().getByRole("button", { name: "Save" }).click();
  await expect.element(cards.nth(1)).toMatchTextContent(/^Night/);
  await page.getByRole("button", { name: "Edit Night" }).click();
  await dialog().getByRole("button", { name: "Delete Night" }).click();
  await dialog()
    .getByRole("button", { name: /^Are You Sure\?/ })
    .click();
  await expect.poll(() => cards.length).toBe(1);
});

test("who changes a channel that someone else has changed reads what, and keeps both", async () => {
  const { known } = openChannels();
  await page.getByRole("button", { name: "Edit #ground-ops" }).click();
  await dialog().getByRole("textbox", { name: "Name" }).fill("#ops");
  known.set(1, sampleChannel({ rev: 2, address: "hooks.slack.com/services/T03…", edited_by: "Lee Tran" }));
  await dialog().getByRole("button", { name: "Save" }).click();
  await expect
    .element(
      dialog().getByText("Lee Tran changed the address. Your changes are not saved yet. Save again to apply them."),
    )
    .toBeVisible();
  await dialog().getByRole("button", { name: "Save" }).click();
  await expect.poll(() => known.get(1)?.name).toBe("#ops");
});

test("users read channels, and cannot change them", async () => {
  const { server } = openChannels(customer);
  await expect.element(cards.first()).toBeVisible();
  await expect.element(page.getByRole("button", { name: /^(New|Test|Edit)/ })).not.toBeInTheDocument();
  expect(server.problems).toEqual([]);
});

const pager = sampleChannel({ id: 3, kind: "webhook", name: "Pager", address: "https://events.pager.example" });

test("a new secret is asked about, and what was edited stays", async () => {
  const { server, known } = openChannels();
  known.set(3, pager);
  await page.getByRole("button", { name: "Edit Pager" }).click();
  await dialog().getByRole("textbox", { name: "Name" }).fill("Pager of the night shift");
  await dialog().getByRole("button", { name: "New Secret…" }).click();
  await dialog().getByRole("button", { name: "Go Back" }).click();
  expect(server.requestsTo(renewChannelSecret)).toEqual([]);
  await dialog().getByRole("button", { name: "New Secret…" }).click();
  await dialog().getByRole("button", { name: "Create New Secret" }).click();
  await expect.element(dialog().getByRole("code")).toHaveTextContent(MADE_SECRET);
  await dialog().getByRole("button", { name: "Close", exact: true }).click();
  await expect.element(dialog().getByRole("textbox", { name: "Name" })).toHaveValue("Pager of the night shift");
  await dialog().getByRole("button", { name: "Save" }).click();
  await expect.poll(() => known.get(3)?.name).toBe("Pager of the night shift");
});

test("an edited channel that someone else deletes keeps its dialog, which says so", async () => {
  const clock = fakeClock();
  const { known } = openChannels();
  await page.getByRole("button", { name: "Edit #ground-ops" }).click();
  await dialog().getByRole("textbox", { name: "Name" }).fill("#ops");
  known.delete(1);
  await clock.pass(MINUTE_MS);
  await expect.element(dialog().getByText("This channel was deleted by someone else.")).toBeVisible();
  await expect.element(dialog().getByRole("textbox", { name: "Name" })).toHaveValue("#ops");
  await expect.element(dialog().getByRole("button", { name: "Save" })).not.toBeInTheDocument();
});

test("without a mail server no channel is failing: the cards of email say that mail is not set up", async () => {
  const { known } = openChannels();
  known.set(
    4,
    sampleChannel({ id: 4, name: "Yard", kind: "email", address: "yard@x.example", state: "no_mail_server" }),
  );
  await expect.element(cards.filter({ hasText: "Yard" })).toMatchTextContent(/Mail is not set up.*written to files/s);
  await expect.element(page.getByRole("link", { name: "Channels", exact: true })).toBeVisible();
});

test("channels that send nothing come first, and are counted in their tab", async () => {
  const { known } = openChannels();
  known.set(3, { ...pager, state: "paused", reason: "It failed for a day. HTTP 503." });
  known.set(4, sampleChannel({ id: 4, name: "Yard", state: "failing", reason: "HTTP 503." }));
  await expect.element(page.getByRole("link", { name: "Channels 2 not sending" })).toBeVisible();
  await expect.element(cards.first()).toMatchTextContent(/Pager.*Paused.*Nothing is sent until someone resumes it\./s);
  await expect.element(cards.nth(1)).toMatchTextContent(/Yard.*Failing/s);
});

test("what is typed after opening the dialog of a new channel goes into its first field", async () => {
  openChannels();
  await page.getByRole("button", { name: "New Channel" }).click();
  await userEvent.keyboard("Night watch");
  await expect.element(dialog().getByRole("textbox", { name: "Name" })).toHaveValue("Night watch");
});
