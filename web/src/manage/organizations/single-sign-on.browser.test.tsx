import {
  deleteSingleSignOn,
  listSingleSignOn,
  saveSingleSignOn,
  testSingleSignOn,
  type SingleSignOn,
} from "@groundcrew/shared/single-sign-on";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { openManage, pressAndConfirm, tableRow } from "../../../test/fake-manage.ts";
import { Rejection } from "../../../test/fake-server.ts";

const dialog = page.getByRole("dialog");
const field = (label: string) => dialog.getByLabelText(label, { exact: true });
const press = (name: string) => dialog.getByRole("button", { name, exact: true }).click();

const harbor: SingleSignOn = {
  org_id: 2,
  name: "Harbor Air SSO",
  issuer: "https://login.harbor.example",
  client_id: "console",
  domains: ["harbor.example"],
  trusts_emails: false,
  role_claim: null,
  manager_values: [],
  creates_users: false,
  is_on: true,
  rev: 1,
  edited: "2026-01-01T00:00:00.000Z",
  edited_by: "Grace",
};

function openOrganizations(stored: SingleSignOn[] = []) {
  const state = { stored };
  const { server } = openManage("/manage/organizations");
  server.on(listSingleSignOn, async () => ({
    status: 200 as const,
    body: { redirect_uri: "https://console.example/login", organizations: state.stored },
  }));
  server.on(saveSingleSignOn, async ({ params, body: { rev, ...fields } }) => {
    const before = state.stored.find(({ org_id }) => org_id === params.organization);
    if ((before?.rev ?? null) !== rev) throw new Rejection(412, "Grace changed this single sign-on.");
    const saved = { ...harbor, ...fields, org_id: params.organization, rev: (rev ?? 0) + 1 };
    state.stored = [saved];
    return { status: 200 as const, body: saved };
  });
  server.on(deleteSingleSignOn, async () => {
    state.stored = [];
    return { status: 204 as const, body: null };
  });
  return { server, state };
}

test("an admin tests and sets up the single sign-on of an organization", async () => {
  const { server, state } = openOrganizations();
  const problem = "The identity provider does not accept the client ID or the client secret.";
  server.on(testSingleSignOn, async ({ body }) => ({
    status: 200 as const,
    body: { problem: body.client_secret === "right" ? null : problem },
  }));
  await tableRow("Harbor Air").getByRole("button", { name: "Set Up" }).click();
  await expect.element(dialog).toMatchTextContent("https://console.example/login");
  await expect.element(field("Name")).toHaveValue("Harbor Air SSO");
  await press("Test");
  await expect.element(dialog.getByText("Enter the issuer.")).toBeVisible();
  await field("Issuer").fill("https://login.harbor.example");
  await field("Client ID").fill("console");
  await press("Save");
  await expect.element(dialog.getByText("Enter the client secret.")).toBeVisible();
  await expect.element(field("Client Secret")).toBeRequired();
  await field("Client Secret").fill("wrong");
  await press("Test");
  await expect.element(dialog.getByText(problem)).toBeVisible();
  await field("Client Secret").fill("right");
  await press("Test");
  await expect.element(page.getByText("The identity provider accepts the client.")).toBeVisible();
  await field("Email Domains").fill("Harbor.example, air.harbor.example");
  await field("Claim for Managers").fill("groups");
  await press("Save");
  await expect.element(dialog.getByText("Enter at least one value of the claim.")).toBeVisible();
  await field("Values for Managers").fill("fleet leads\nCN=Leads,OU=Harbor\n");
  await press("Save");
  await expect.element(tableRow("Harbor Air").getByRole("button", { name: "Harbor Air SSO" })).toBeVisible();
  expect(state.stored).toMatchObject([
    {
      domains: ["harbor.example", "air.harbor.example"],
      role_claim: "groups",
      manager_values: ["fleet leads", "CN=Leads,OU=Harbor"],
    },
  ]);
});

test("a change by somebody else is reported, and saved over only after that", async () => {
  const { state } = openOrganizations([harbor]);
  await tableRow("Harbor Air").getByRole("button", { name: "Harbor Air SSO" }).click();
  await field("Name").fill("Harbor Login");
  state.stored = [{ ...harbor, client_id: "another", rev: 2 }];
  await press("Save");
  await expect.element(dialog.getByText(/^Grace changed the client ID\./)).toBeVisible();
  await press("Save");
  await expect.element(tableRow("Harbor Air").getByRole("button", { name: "Harbor Login" })).toBeVisible();
});

test("an admin removes a single sign-on", async () => {
  openOrganizations([{ ...harbor, is_on: false }]);
  await tableRow("Harbor Air").getByRole("button", { name: "Harbor Air SSO (off)" }).click();
  await pressAndConfirm(dialog, "Remove");
  await expect.element(tableRow("Harbor Air").getByRole("button", { name: "Set Up" })).toBeVisible();
});
