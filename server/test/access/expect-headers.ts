import { expect } from "vitest";

/** Headers that every response has. */
const SECURITY = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

type Headers = Record<string, unknown>;

/** Asserts the headers of every response. */
export function expectSecurity(headers: Headers): void {
  expect(headers).toMatchObject(SECURITY);
  const policy = String(headers["content-security-policy"]);
  for (const directive of ["default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) {
    expect(policy.split(";")).toContain(directive);
  }
  expect(policy).not.toMatch(/unsafe-|\*(?!\.)/);
  expect(headers).not.toHaveProperty("x-powered-by");
  expect(headers).not.toHaveProperty("access-control-allow-origin");
}

/** Asserts the headers of a response that only its caller may see. */
export function expectPrivate(headers: Headers): void {
  expect(String(headers["cache-control"])).toMatch(
    /^(private, no-cache|no-store|no-store, no-transform|private, no-store)$/,
  );
  expect(String(headers.vary).split(", ")).toEqual(expect.arrayContaining(["Cookie", "Authorization"]));
  expect(headers).toHaveProperty("x-request-id");
}
