import type { CDPSession } from "@vitest/browser-playwright";
import { onTestFinished } from "vitest";
import { cdp } from "vitest/browser";

/** Uses forced colors until the test ends, as the contrast themes of operating systems do. */
export async function forceColors(): Promise<void> {
  const session: CDPSession = cdp();
  const emulate = (value: string) =>
    session.send("Emulation.setEmulatedMedia", { features: [{ name: "forced-colors", value }] });
  onTestFinished(async () => void (await emulate("none")));
  await emulate("active");
}
