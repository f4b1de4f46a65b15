import { CONFIRM_HEADER } from "@groundcrew/shared/contract";
import { resetSecondStep } from "@groundcrew/shared/users";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { serveAccount } from "../../test/fake-account.ts";
import { listed, manager, openManage } from "../../test/fake-manage.ts";
import { Rejection } from "../../test/fake-server.ts";

test("the focus returns to what has to be confirmed when nobody confirms it", async () => {
  const users = [listed("lost@harbor.example", { has_second_step: true })];
  const { server } = openManage("/manage/users", { user: manager, users });
  serveAccount(server, { ...manager }, { authenticator_app: { added: "2026-08-02T08:00:00.000Z", last_used: null } });
  server.on(resetSecondStep, async () => {
    throw new Rejection(428, "Confirm that it is you before you do this.", { [CONFIRM_HEADER]: "1" });
  });
  const reset = page.getByRole("button", { name: "Reset Second Step of lost@harbor.example" });
  await reset.click();
  await page.getByRole("dialog").getByRole("button", { name: "Reset", exact: true }).click();
  const proof = page.getByRole("dialog", { name: "Confirm It Is You" });
  await expect.element(proof.getByRole("textbox")).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(proof).not.toBeInTheDocument();
  await expect.element(reset).toHaveFocus();
});
