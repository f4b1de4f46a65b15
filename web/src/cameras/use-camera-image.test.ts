import { expect, test } from "vitest";
import { updatedText } from "./use-camera-image.ts";

test("an image from today has its time, an older one its day too", () => {
  const receivedAt = new Date(2026, 4, 18, 14, 7).getTime();
  expect(updatedText(receivedAt, receivedAt + 1_000)).toBe("Updated 14:07");
  expect(updatedText(receivedAt, new Date(2026, 4, 19, 0, 1).getTime())).toBe("Updated May 18 14:07");
});
