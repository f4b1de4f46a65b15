import { expect, test } from "vitest";
import { deviceName, pushSupport } from "./push.ts";

test("push needs a browser that has it, and that does not block it", () => {
  expect(pushSupport({ hasPush: true, permission: "default", isApple: false })).toBe("available");
  expect(pushSupport({ hasPush: true, permission: "denied", isApple: false })).toBe("blocked");
  expect(pushSupport({ hasPush: false, permission: null, isApple: true })).toBe("install");
  expect(pushSupport({ hasPush: false, permission: null, isApple: false })).toBe("unsupported");
});

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
  ["Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36", "Chrome on Android"],
  ["Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0", "Edge on Windows"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/604.1", "iPhone"],
  ["curl/8", "Browser"],
])("the device of %s is %s", (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});
