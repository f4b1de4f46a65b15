import { useEffect } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { render } from "../../test/render.tsx";
import { useLaterCode } from "./later-code.ts";
import { whenIdle } from "./when-idle.ts";

const FILE = new URL("./later-code.ts?later", import.meta.url).href;

const hasStarted = vi.fn<() => void>();

const handleFetched = vi.fn<() => void>();

function Page({ isUseful }: { isUseful: boolean }) {
  useLaterCode(isUseful, handleFetched);
  useEffect(hasStarted, []);
  return null;
}

const link = document.createElement("link");
const isFetched = () => performance.getEntriesByName(FILE).length > 0;

beforeEach(() => {
  hasStarted.mockClear();
  handleFetched.mockClear();
  performance.clearResourceTimings();
  link.rel = "later";
  link.href = FILE;
  document.head.append(link);
});

afterEach(() => {
  link.remove();
  vi.restoreAllMocks();
});

/** After everything that the page was to do when it is idle. */
async function idle(): Promise<void> {
  await expect.poll(() => hasStarted.mock.calls.length).toBe(1);
  await new Promise<void>((resolve) => whenIdle(resolve));
}

test("code for later is fetched when the page is idle", async () => {
  render(<Page isUseful />);
  await expect.poll(() => link.rel).toBe("prefetch");
  await expect.poll(isFetched).toBe(true);
  await expect.poll(() => handleFetched.mock.calls.length).toBe(1);
});

test("code that could not be fetched is not run, and is fetched the next time", async () => {
  link.href = "http://127.0.0.1:1/missing.js";
  const failed = new Promise((resolve) => link.addEventListener("error", resolve));
  render(<Page isUseful />);
  await failed;
  await idle();
  expect(link.rel).toBe("later");
  expect(handleFetched).not.toHaveBeenCalled();
});

test("code for later is not fetched on a page that cannot use it", async () => {
  render(<Page isUseful={false} />);
  await idle();
  expect(link.rel).toBe("later");
});

test("code for later is not fetched for a user who saves data", async () => {
  vi.spyOn(navigator, "connection", "get").mockReturnValue({ saveData: true });
  render(<Page isUseful />);
  await idle();
  expect(link.rel).toBe("later");
});
