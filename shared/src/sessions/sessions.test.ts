import { expect, test } from "vitest";
import { loginBody } from "./log-in-api.ts";
import { displayName, isManager } from "./user.ts";

// @spec 235.1
test.each([
  [{ email: "ada@example.com", password: "secret" }, "credentials"],
  [{ type: "credentials", email: "ada@example.com", password: "secret" }, "credentials"],
  [{ token: "ya29.x" }, "google"],
  [{ type: "google", token: "ya29.x" }, "google"],
])("the body %j logs in by %s", (body, type) => {
  expect(loginBody.parse(body)).toEqual({ ...body, type });
});

// @spec 197.1
test.each([
  [{ email: "ada", password: "secret" }, "email", "Enter a valid email address."],
  [{ email: "ada@example.com", password: "" }, "password", "Enter your password."],
])("the body %j is refused for its %s", (body, field, message) => {
  const issues = loginBody.safeParse(body).error?.issues ?? [];
  expect(issues.map((issue) => [issue.path.join("."), issue.message])).toEqual([[field, message]]);
});

// @spec 34.2
test("a user is displayed by name, or else by email", () => {
  expect(displayName({ name: "Ada", email: "ada@example.com" })).toBe("Ada");
  expect(displayName({ name: "", email: "ada@example.com" })).toBe("ada@example.com");
});

// @spec 7.2, 224.1
test.each([
  [false, false, false],
  [true, false, true],
  [false, true, true],
])("with can_manage %s and can_admin %s a user manages: %s", (can_manage, can_admin, expected) => {
  expect(isManager({ can_manage, can_admin })).toBe(expected);
});
