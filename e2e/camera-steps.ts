import { expect, type Locator } from "@playwright/test";

const CREATED = 201;
const ACCEPTED = 202;
/** A station accepts six image requests a minute. */
const RETRIES = { intervals: [12_000] };

/** Takes new images with a button, and retries if a busy station exceeds the server's time limit. */
export async function takeImages(container: Locator, lights: "on" | "off"): Promise<void> {
  const page = container.page();
  let status = ACCEPTED;
  await expect(async () => {
    const responded = page.waitForResponse(
      (response) => response.request().method() === "POST" && response.url().endsWith("/image"),
    );
    await container.getByRole("button", { name: `Take New Images (lights ${lights})` }).click();
    status = (await responded).status();
    expect(status).not.toBe(ACCEPTED);
  }).toPass(RETRIES);
  expect(status).toBe(CREATED);
  await expect(container.getByText("Took new images successfully")).toBeVisible();
}
