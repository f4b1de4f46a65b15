import { expect, type Locator } from "@playwright/test";

const CREATED = 201;
const LATE = 202;
/** A station accepts six image requests a minute. */
const AGAIN = { intervals: [12_000] };

/** Presses a button that takes new images, and retries if a busy station exceeds the server's time limit. */
export async function takeImages(container: Locator, lights: "on" | "off"): Promise<void> {
  const page = container.page();
  let status = LATE;
  await expect(async () => {
    const answered = page.waitForResponse(
      (reply) => reply.request().method() === "POST" && reply.url().endsWith("/image"),
    );
    await container.getByRole("button", { name: `Take New Images (lights ${lights})` }).click();
    status = (await answered).status();
    expect(status).not.toBe(LATE);
  }).toPass(AGAIN);
  expect(status).toBe(CREATED);
  await expect(container.getByText("Took new images successfully")).toBeVisible();
}
