import { readFileSync } from "node:fs";
import { IMAGE_LIMITS } from "@groundcrew/shared/cameras";
import { expect, test } from "vitest";

const operations = readFileSync(new URL("../docs/operations.md", import.meta.url), "utf8");
const [, sample = ""] = /## Reverse proxy\n[^]*?```nginx\n([^]*?)```/.exec(operations) ?? [];

test("the sample for nginx accepts the largest image that a station may upload", () => {
  const [, megabytes] = /client_max_body_size (\d+)m;/.exec(sample) ?? [];
  expect(Number(megabytes) * 1024 * 1024).toBeGreaterThanOrEqual(IMAGE_LIMITS.bytes);
});

test.each([
  { uri: "/api/users/password?code=secret", logged: "/api/users/password?code=***" },
  { uri: "/api/users/password?code=secret&a=b", logged: "/api/users/password?code=***&a=b" },
  { uri: "/api/users/password?a=b&code=secret", logged: "/api/users/password?a=b&code=***" },
  { uri: "/api/stations?station_name=gc-1", logged: null },
  { uri: "/api/stations?barcode=1", logged: null },
])("the sample for nginx logs $uri without its code", ({ uri, logged }) => {
  // This expression means the same in PCRE and JavaScript.
  const [, expression = "", masked = ""] = /"~(\^.*\$)" "(.*)";/.exec(sample) ?? [];
  const found = new RegExp(expression).exec(uri);
  const text = found && masked.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => found.groups?.[name] ?? "");
  expect(text).toBe(logged);
});
