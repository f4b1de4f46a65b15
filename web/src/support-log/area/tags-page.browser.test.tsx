import { createSupportLogTag, listSupportLogTags, type SupportLogTag } from "@groundcrew/shared/support-log";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { startFakeConsole } from "../../../test/fake-console.ts";
import { Rejection } from "../../../test/fake-server.ts";
import { textColors, elementsIn } from "../../../test/find.ts";
import { openConsole } from "../../../test/open-console.tsx";

const form = page.getByRole("form", { name: "New Tag" });
const name = form.getByRole("textbox", { name: "Tag Name" });
const target = form.getByRole("textbox", { name: "Alert Target" });
const create = form.getByRole("button", { name: "Create Tag" });
const row = (tag: string) => page.getByRole("row").filter({ hasText: tag });

/** The texts of the cells in the row of a tag. */
function cellTexts(tag: string): string[] {
  return row(tag)
    .getByRole("cell")
    .elements()
    .map(({ textContent }) => textContent);
}

/** The colors of the tag in a row. */
function tagColors(tag: string): string[] {
  return textColors(elementsIn(row(tag).getByRole("cell").first(), "span"));
}

const grey: SupportLogTag = {
  id: 1,
  name: "climate",
  color: "secondary",
  alerting: false,
  canonical_id: null,
  aliases: [],
  alert_target: null,
};

/** Opens the tags: at first one that alerts nobody. */
function openTags() {
  const server = startFakeConsole();
  let tags = [grey];
  server.on(listSupportLogTags, async () => ({ status: 200 as const, body: tags }));
  server.on(createSupportLogTag, async ({ body }) => {
    if (body.alias_for_id !== null) {
      const addAlias = (tag: SupportLogTag) => ({ ...tag, aliases: [...tag.aliases, body.name] });
      tags = tags.map((tag) => (tag.id === body.alias_for_id ? addAlias(tag) : tag));
      return { status: 204 as const, body: null };
    }
    const added = { ...grey, id: 2, name: body.name, color: "danger" as const, alert_target: body.alert_target };
    tags = [...tags, { ...added, alerting: true }];
    return { status: 201 as const, body: { ...added, alerting: true } };
  });
  openConsole("/supportlog/tags");
  return server;
}

// @spec 28.1, 120.1, 301.1
test("a new tag is listed; tags that alert someone are red, and others grey", async () => {
  const server = openTags();
  await create.click();
  await expect.element(form).toMatchTextContent("Tag name is required");
  await expect.element(name).toHaveFocus();
  expect(server.requestsTo(createSupportLogTag)).toEqual([]);
  await name.fill("gripper");
  await target.fill("https://hooks.example/grippers");
  await create.click();
  await expect.element(page.getByText("Created new support log tag")).toBeVisible();
  await expect.poll(() => cellTexts("gripper")).toEqual(["gripper", "https://hooks.example/grippers", "–"]);
  expect(tagColors("gripper")).toEqual(["rgb(162, 34, 20)"]);
  expect(tagColors("climate")).toEqual(["rgb(63, 75, 88)"]);
});

// @spec 120.1, 301.1
test("an alias is listed with its tag, whose alert target it uses", async () => {
  const server = openTags();
  await name.fill("weather");
  await form.getByRole("combobox", { name: "Alias For" }).selectOptions("climate");
  await expect.element(target).toBeDisabled();
  await form.getByRole("button", { name: "Create Alias" }).click();
  await expect.element(page.getByText("Created new alias")).toBeVisible();
  await expect.poll(() => cellTexts("climate")).toEqual(["climate", "–", "weather"]);
  expect(server.requestsTo(createSupportLogTag).map(({ body }) => body)).toEqual([
    { name: "weather", alert_target: null, alias_for_id: 1 },
  ]);
});

test("a tag that the server rejects stays in the form, with the reason", async () => {
  const server = openTags();
  server.on(createSupportLogTag, async () => {
    throw new Rejection(409, "A tag called CLIMATE already exists.");
  });
  await name.fill("CLIMATE");
  await create.click();
  await expect.element(page.getByText("The tag was not created.")).toBeVisible();
  await expect.element(form.getByRole("alert")).toHaveTextContent("A tag called CLIMATE already exists.");
  await expect.element(name).toHaveValue("CLIMATE");
});
