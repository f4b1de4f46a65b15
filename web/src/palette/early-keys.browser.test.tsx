import { expect, onTestFinished, test } from "vitest";
import { userEvent } from "vitest/browser";
import { EarlyKeys } from "./early-keys.ts";

/** The keys that the page gets. */
function listen(): string[] {
  const keys: string[] = [];
  const handle = ({ key }: KeyboardEvent) => void keys.push(key);
  document.addEventListener("keydown", handle);
  onTestFinished(() => document.removeEventListener("keydown", handle));
  return keys;
}

test("what is typed is kept from the page until it is taken", async () => {
  const early = new EarlyKeys();
  const keys = listen();
  early.start();
  await userEvent.keyboard("roo{Backspace}of{Enter}{Escape}");
  expect(keys).toEqual(["Escape"]);
  expect(early.stop()).toBe("roof");
  await userEvent.keyboard("l");
  expect(keys).toEqual(["Escape", "l"]);
  expect(early.stop()).toBe("");
});

test("keys are left to what gets the focus meanwhile", async () => {
  const early = new EarlyKeys();
  const keys = listen();
  const button = document.createElement("button");
  document.body.append(button);
  onTestFinished(() => button.remove());
  early.start();
  await userEvent.keyboard("a");
  button.focus();
  await userEvent.keyboard("b{Enter}");
  expect(keys).toEqual(["b", "Enter"]);
  expect(early.stop()).toBe("a");
});
