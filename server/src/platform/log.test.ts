import { register } from "prom-client";
import { expect, test } from "vitest";
import { openLog, readableLog } from "./log.ts";

function written(log: (to: ReturnType<typeof openLog>) => void): string {
  let text = "";
  log(openLog({ logLevel: "info" }, readableLog({ write: (more) => (text += more) })));
  return text;
}

test("each entry is one readable line with its fields", () => {
  expect(written((log) => log.info("stations are linked"))).toBe("stations are linked\n");
  expect(written((log) => log.warn({ station: "gc-1", tries: 3 }, "a station's connection was rejected"))).toBe(
    "Warning: a station's connection was rejected (station gc-1, tries 3)\n",
  );
  expect(written((log) => log.warn({ err: new Error("it is away") }, "a mail waits"))).toBe(
    "Warning: a mail waits\n  it is away\n",
  );
});

test("an unexpected error is logged with its stack", () => {
  const text = written((log) => log.error({ err: new Error("strange") }, "a request failed unexpectedly"));
  expect(text).toMatch(/^Error: a request failed unexpectedly\n {2}Error: strange\n {6}at .*log\.test\.ts/);
});

test("metrics count entries of warning level and above, and only those that are written", async () => {
  const count = async (level: string) => {
    const { values } = (await register.getSingleMetric("groundcrew_log_entries_total")?.get()) ?? { values: [] };
    return values.find(({ labels }) => labels["level"] === level)?.value ?? 0;
  };
  const [warnings, errors] = [await count("warn"), await count("error")];
  written((log) => {
    log.warn("a mail waits");
    log.info("stations are linked");
    log.child({ station: "gc-1" }).error({ err: new Error("strange") }, "a request failed unexpectedly");
  });
  openLog({ logLevel: "fatal" }, { write: () => {} }).error("not written");
  expect([await count("warn"), await count("error")]).toEqual([warnings + 1, errors + 1]);
});

test("secrets are left out here as in the JSON log", () => {
  expect(written((log) => log.warn({ body: { password: "canary" } }, "odd"))).not.toContain("canary");
});

test("text from outside cannot start a new line or send terminal codes", () => {
  const sent = "x\nError: forged\r\u001b]0;title\u0007\u009b31m";
  expect(written((log) => log.warn({ detail: sent, err: new Error("a\u001b[2Jb") }, "odd"))).toBe(
    "Warning: odd (detail x Error: forged ]0;title 31m)\n  a [2Jb\n",
  );
});
