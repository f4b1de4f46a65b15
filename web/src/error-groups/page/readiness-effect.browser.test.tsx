import { getErrorGroup, setGroupReadinessEffect, type GroupReadinessEffect } from "@groundcrew/shared/error-groups";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { sampleGroup } from "../../../../shared/test/sample-group.ts";
import { startFakeConsole } from "../../../test/fake-console.ts";
import { serveGroups } from "../../../test/fake-groups.ts";
import { Rejection } from "../../../test/fake-server.ts";
import { openConsole } from "../../../test/open-console.tsx";

const effects = page.getByRole("radiogroup", { name: "Effect on readiness" });
const choice = (name: string) => effects.getByRole("radio", { name });

/** Opens a group whose effect can be changed. */
function openGroup(group = sampleGroup()) {
  const server = startFakeConsole();
  serveGroups(server, [group]);
  let effect: GroupReadinessEffect = "automatic";
  server.on(getErrorGroup, async () => ({
    status: 200 as const,
    body: {
      ...group,
      merged_into: null,
      merge_pattern: null,
      days30: Array.from({ length: 30 }, () => 1),
      firmwares: [],
      fingerprints: [],
      incidents: [],
      entries: 0,
      stations_maintained: 0,
      readiness_effect: effect,
    },
  }));
  server.on(setGroupReadinessEffect, async ({ body }) => {
    effect = body.effect;
    return { status: 200 as const, body: { groups: [group] } };
  });
  openConsole(`/groups/${group.id}`);
  return server;
}

test("a group's effect on readiness is what the rules say until someone chooses another one", async () => {
  const server = openGroup();
  await expect.element(choice("Automatic")).toBeChecked();
  await expect.element(page.getByText("Its errors count as the rules for swaps and movements say.")).toBeVisible();
  await choice("Blocks").click();
  await expect.element(page.getByText("Effect on readiness: Blocks")).toBeVisible();
  await expect.element(choice("Blocks")).toBeChecked();
  await expect
    .element(page.getByText("Stations with an unresolved error of this group are Not ready, until it is resolved."))
    .toBeVisible();
  expect(server.requestsTo(setGroupReadinessEffect).map(({ body }) => body)).toEqual([
    { rev: sampleGroup().rev, effect: "block" },
  ]);
});

test("a group's effect stays as it was when someone else changed the group meanwhile", async () => {
  const server = openGroup();
  server.on(setGroupReadinessEffect, async () => {
    throw new Rejection(412, "Lee Tran changed this group meanwhile.");
  });
  await choice("Limits").click();
  await expect.element(page.getByText("The effect was not changed.")).toBeVisible();
  await expect.element(choice("Automatic")).toBeChecked();
});

test("a resolved group has no effect on readiness", async () => {
  openGroup(sampleGroup({ state: "resolved", open: 0 }));
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(effects.elements()).toEqual([]);
});
