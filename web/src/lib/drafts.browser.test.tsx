import { getSession, type SessionUser } from "@groundcrew/shared/sessions";
import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { admin, startFakeConsole } from "../../test/fake-console.ts";
import { openConsole } from "../../test/open-console.tsx";
import { clearDrafts, draftOf } from "./drafts.ts";

const OWNER = "kari@groundcrew.example";
const OTHER = "ola@groundcrew.example";

describe("a draft", () => {
  test("belongs to one user and one form", () => {
    draftOf(OWNER, "new tag").write({ name: "half" });
    expect(draftOf(OWNER, "new tag").read()).toEqual({ name: "half" });
    expect(draftOf(OWNER, "other form").read()).toBeUndefined();
    expect(draftOf(OTHER, "new tag").read()).toBeUndefined();
    draftOf(OWNER, "new tag").clear();
    expect(draftOf(OWNER, "new tag").read()).toBeUndefined();
  });

  test("of another user is cleared at login, and all drafts at logout", () => {
    sessionStorage.setItem("something else", "stays");
    draftOf(OWNER, "new tag").write("mine");
    draftOf(OTHER, "new tag").write("theirs");
    clearDrafts({ except: OWNER });
    expect([draftOf(OWNER, "new tag").read(), draftOf(OTHER, "new tag").read()]).toEqual(["mine", undefined]);
    clearDrafts();
    expect(draftOf(OWNER, "new tag").read()).toBeUndefined();
    expect(sessionStorage.getItem("something else")).toBe("stays");
    sessionStorage.removeItem("something else");
  });

  test("that this page did not write is none", () => {
    const key = `draft ${OWNER} new tag`;
    sessionStorage.setItem(key, "{");
    expect(draftOf(OWNER, "new tag").read()).toBeUndefined();
    sessionStorage.removeItem(key);
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
