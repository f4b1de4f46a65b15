import { expect, type Locator, type Page } from "@playwright/test";

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

/** Waits until live video plays, and opens it again if a busy station does not answer in time. */
export async function awaitVideo(container: Page | Locator): Promise<void> {
  const reload = container.getByRole("button", { name: "Reload" });
  const playing = container.getByText("Playing", { exact: true });
  await expect(async () => {
    if (await reload.isVisible()) await reload.click();
    await expect(playing).toBeVisible({ timeout: 10_000 });
  }).toPass({ timeout: 120_000 });
}
