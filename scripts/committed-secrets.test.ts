import { globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Formats of secrets that are recognized for certain. */
const FORMATS: Readonly<Record<string, RegExp>> = {
  "private key": /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/,
  "access key of AWS": /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/,
  "token of GitHub": /\b(?:gh[pousr]_\w{36,}|github_pat_\w{60,})\b/,
  "token of GitLab": /\bglpat-[\w-]{20,}\b/,
  "token of npm": /\bnpm_[0-9A-Za-z]{36}\b/,
  "token of Slack": /\bxox[abeoprs]-[0-9A-Za-z-]{10,}\b/,
  "webhook of Slack": /hooks\.slack\.com\/services\/T[0-9A-Z]{8,}\/B[0-9A-Z]{8,}\/[0-9A-Za-z]{20,}/,
  "key of Google": /\bAIza[\w-]{35}\b/,
  "client secret of Google": /\bGOCSPX-[\w-]{28}\b/,
  "key of Stripe": /\b[rs]k_live_[0-9A-Za-z]{20,}\b/,
  "key of SendGrid": /\bSG\.[\w-]{22}\.[\w-]{43}\b/,
  "JSON Web Token": /\beyJ[\w-]{15,}\.eyJ[\w-]{15,}\.[\w-]{20,}\b/,
  "password in a URL":
    /\b(?:postgres(?:ql)?|mqtts?|smtps?|amqps?|redis|https?):\/\/[\w.-]+:(?=[^@\s"'`/]{16,}@)(?=[^@]*\d)(?=[^@]*[A-Za-z])[\w+.~-]+@/,
};

/** Secrets that protect nothing: for each file the kinds that it may contain. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  // The key of a certificate for 127.0.0.1.
  "server/test/tls-proxy.ts": ["private key"],
};

test("no file has a secret", () => {
  const entries = globSync(["**/*", "**/.*", ".ci/*"], { cwd: root, exclude: isLeftOut });
  const files = entries.filter((path) => statSync(join(root, path)).isFile()).map((path) => path.replaceAll("\\", "/"));
  const found = files.flatMap((path) => secretsIn(read(path)).map((kind) => ({ path, kind })));
  expect(files.length).toBeGreaterThan(1_500);
  expect(found.filter(({ path, kind }) => !(KNOWN[path] ?? []).includes(kind))).toEqual([]);
});

test("each known secret still exists", () => {
  const gone = Object.entries(KNOWN).filter(
    ([path, kinds]) => !kinds.every((kind) => secretsIn(read(path)).includes(kind)),
  );
  expect(gone).toEqual([]);
});

// Written in two parts, so that this file does not contain what it looks for.
test.each([
  ["private key", "-----BEGIN EC ", "PRIVATE KEY-----"],
  ["access key of AWS", "AKIA", "IOSFODNN7EXAMPLE"],
  ["token of GitHub", "ghp_", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"],
  ["token of npm", "npm_", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"],
  ["token of Slack", "xoxb-", "123456789012-abcdefABCDEF"],
  ["key of Google", "AIza", "SyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q"],
  [
    "JSON Web Token",
    "eyJhbGciOiJIUzI1NiJ9.",
    "eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U",
  ],
  ["password in a URL", "postgres://groundcrew:", "q7w8e9r0t1y2u3i4@db/groundcrew"],
])("%s: found", (kind, start, end) => {
  expect(secretsIn(`const value = "${start}${end}";`)).toEqual([kind]);
});

test("placeholders are no secrets", () => {
  expect(secretsIn("smtps://user:password@mail.example.com:465 postgres://groundcrew_server:…@db/groundcrew")).toEqual(
    [],
  );
});

function secretsIn(text: string): string[] {
  return Object.entries(FORMATS).flatMap(([kind, format]) => (format.test(text) ? kind : []));
}

function read(path: string): string {
  return readFileSync(join(root, path), "latin1");
}

/** Folders that are not part of the repository. */
function isLeftOut(path: string): boolean {
  return /(^|[\\/])(node_modules|\.git|\.cache|dist|data|test-results|playwright-report|secrets|tls)$|\.(log|png)$/.test(
    path,
  );
}
