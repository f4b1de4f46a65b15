import { expect, test } from "vitest";
import { pushSupport } from "./push.ts";

test("push needs a browser that has it, and that does not block it", () => {
  expect(pushSupport({ hasPush: true, permission: "default", isApple: false })).toBe("available");
  expect(pushSupport({ hasPush: true, permission: "denied", isApple: false })).toBe("blocked");
  expect(pushSupport({ hasPush: false, permission: null, isApple: true })).toBe("install");
  expect(pushSupport({ hasPush: false, permission: null, isApple: false })).toBe("unsupported");
});
