import { expect, test } from "vitest";
import { deviceCookie, sessionCookie } from "./cookie.ts";

const DAY_S = 24 * 60 * 60;

/** The value of a cookie that was set, as a browser sends it again. */
function sent(set: string): string {
  return set.split(";", 1)[0] ?? "";
}

/** The attributes of a cookie that was set. */
function attributes(set: string): string[] {
  return set
    .split("; ")
    .slice(1)
    .map((one) => one.toLowerCase())
    .toSorted();
}

test("over https the session's cookie belongs to the host, is secure, and pages cannot read it", () => {
  const cookie = sessionCookie("https://console.example");
  const set = cookie.write("token");
  expect(sent(set)).toBe("__Host-groundcrew_session=token");
  expect(attributes(set)).toEqual(["httponly", "path=/", "samesite=lax", "secure"]);
  expect(cookie.read(`other=1; ${sent(set)}`)).toBe("token");
  expect([cookie.read(undefined), cookie.read("other=1")]).toEqual([undefined, undefined]);
  expect(attributes(cookie.clear())).toContain("max-age=0");
  expect(cookie.read(sent(cookie.clear()))).toBe("");
});

test("over http it has no prefix and is not secure, which a browser would reject", () => {
  const set = sessionCookie("http://127.0.0.1:4000").write("token");
  expect(sent(set)).toBe("groundcrew_session=token");
  expect(attributes(set)).toEqual(["httponly", "path=/", "samesite=lax"]);
});

const device = (origin = "https://console.example", secretKey = "key") => deviceCookie({ origin, secretKey });

test("a browser is recognized for the accounts that were logged in to from it, and has one name for all", () => {
  const ada = sent(device().remember(undefined, "ada@a.example").cookie);
  const both = sent(device().remember(ada, "bo@a.example").cookie);
  const name = device().nameFor(ada, "ada@a.example");
  expect(name).toMatch(/^[\w-]{22}$/);
  expect(device().nameFor(ada, "bo@a.example")).toBeUndefined();
  expect([device().nameFor(both, "ada@a.example"), device().nameFor(both, "bo@a.example")]).toEqual([name, name]);
  expect(device().nameFor(sent(device().remember(undefined, "ada@a.example").cookie), "ada@a.example")).not.toBe(name);
});

test("a cookie with another name for the browser, another signature or of another server is not recognized", () => {
  const ada = sent(device().remember(undefined, "ada@a.example").cookie);
  const [cookie = "", nonce = "", signature = ""] = /^([^=]+=)([^.]+)\.(.+)$/.exec(ada)?.slice(1) ?? [];
  const forged = [`${cookie}x${nonce}.${signature}`, `${cookie}${nonce}.x${signature}`, `${cookie}${nonce}.x`];
  for (const value of [...forged, `${cookie}${nonce}`, "", undefined]) {
    expect(device().nameFor(value, "ada@a.example")).toBeUndefined();
  }
  expect(device(undefined, "another key").nameFor(ada, "ada@a.example")).toBeUndefined();
});

test("a browser is remembered for the last five accounts, each of them once", () => {
  const emails = ["a", "b", "c", "d", "e", "f"].map((letter) => `${letter}@a.example`);
  let cookie: string | undefined;
  for (const email of emails.toSpliced(5, 0, "c@a.example")) cookie = sent(device().remember(cookie, email).cookie);
  const known = emails.filter((email) => device().nameFor(cookie, email) !== undefined);
  expect(known).toEqual(emails.slice(1));
  expect(cookie?.split(".")).toHaveLength(6);
});

test("the cookie of a browser lasts as long as browsers allow, and is as protected as that of a session", () => {
  const [https, http] = [
    device().remember(undefined, "a").cookie,
    device("http://localhost").remember(undefined, "a").cookie,
  ];
  const common = ["httponly", `max-age=${400 * DAY_S}`, "path=/", "samesite=lax"];
  expect([attributes(https), attributes(http)]).toEqual([[...common, "secure"], common]);
  expect([https.startsWith("__Host-groundcrew_device="), http.startsWith("groundcrew_device=")]).toEqual([true, true]);
});
