import { expect, test } from "vitest";
import { openSealer } from "./index.ts";

const sealer = openSealer("the server's secret key", "channels");

test("what was sealed is opened again, and looks different each time", () => {
  const sealed = sealer.seal("whsec_ä");
  expect(sealer.open(sealed)).toBe("whsec_ä");
  expect(sealer.seal("whsec_ä")).not.toEqual(sealed);
  expect(sealed.toString("latin1")).not.toContain("whsec");
});

test("with another key, for another purpose, or changed in any byte, it is not opened", () => {
  const sealed = sealer.seal("secret");
  expect(openSealer("another secret key", "channels").open(sealed)).toBeNull();
  expect(openSealer("the server's secret key", "push").open(sealed)).toBeNull();
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(sealer.open(changed)).toBeNull();
  }
  expect(sealer.open(Buffer.alloc(5))).toBeNull();
});
