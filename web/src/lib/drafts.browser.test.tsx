import { getSession, type SessionUser } from "@groundcrew/shared/sessions";
import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { admin, startFakeConsole } from "../../test/fake-console.ts";
import { openConsole } from "../../test/open-console.tsx";
import { clearDrafts, storedDraft } from "./drafts.ts";

const OWNER = "kari@groundcrew.example";
const OTHER = "ola@groundcrew.example";

describe("a draft", () => {
  test("belongs to one user and one form", () => {
    storedDraft(OWNER, "new tag").write({ name: "half" });
    expect(storedDraft(OWNER, "new tag").read()).toEqual({ name: "half" });
    expect(storedDraft(OWNER, "other form").read()).toBeUndefined();
    expect(storedDraft(OTHER, "new tag").read()).toBeUndefined();
    storedDraft(OWNER, "new tag").clear();
    expect(storedDraft(OWNER, "new tag").read()).toBeUndefined();
  });

  test("of another user is cleared at login, and all drafts at logout", () => {
    sessionStorage.setItem("something else", "stays");
    storedDraft(OWNER, "new tag").write("mine");
    storedDraft(OTHER, "new tag").write("theirs");
    clearDrafts({ except: OWNER });
    expect([storedDraft(OWNER, "new tag").read(), storedDraft(OTHER, "new tag").read()]).toEqual(["mine", undefined]);
    clearDrafts();
    expect(storedDraft(OWNER, "new tag").read()).toBeUndefined();
    expect(sessionStorage.getItem("something else")).toBe("stays");
  });

  test("that this page did not write is none", () => {
    const key = `draft ${OWNER} new tag`;
    sessionStorage.setItem(key, "{");
    expect(storedDraft(OWNER, "new tag").read()).toBeUndefined();
  });
});

test("a form stores what is typed, but no webhook address, until another user logs in in the same tab", async () => {
  const server = startFakeConsole();
  let user: SessionUser = admin;
  server.on(getSession, async () => ({ status: 200 as const, body: { user } }));
  openConsole("/supportlog/tags");
  await page.getByRole("textbox", { name: "Tag Name" }).fill("half-typed");
  await page.getByRole("textbox", { name: "Alert Target" }).fill("https://hooks.example/s3cret");
  const stored = () => JSON.stringify(sessionStorage);
  await expect.poll(stored).toContain("half-typed");
  expect(stored()).not.toContain("s3cret");
  user = { ...admin, email: OTHER };
  window.dispatchEvent(new Event("focus"));
  await expect.element(page.getByRole("banner").getByTitle(OTHER)).toBeVisible();
  await expect.poll(stored).not.toContain("half-typed");
});
