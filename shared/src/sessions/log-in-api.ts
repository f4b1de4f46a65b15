import { z } from "zod";
import { endpoint } from "../contract/index.ts";
import { emailAddress } from "../lib/index.ts";
import { session } from "./api.ts";

const credentials = z.strictObject({
  type: z.literal("credentials"),
  email: emailAddress,
  password: z.string().min(1, "Enter your password.").max(128, "Passwords have at most 128 characters."),
});
const google = z.strictObject({
  type: z.literal("google"),
  token: z
    .string()
    .max(4096)
    .regex(/^[\w.~+/=-]+$/, "This is not an access token."),
});

/** Login with a password or a Google access token. Without `type`, the fields decide which. */
export const loginBody = z.preprocess(withType, z.discriminatedUnion("type", [credentials, google]));
export type LoginBody = z.output<typeof loginBody>;

function withType(value: unknown): unknown {
  if (typeof value !== "object" || value === null || "type" in value) return value;
  return { ...value, type: "token" in value ? "google" : "credentials" };
}

export const logIn = endpoint({
  name: "logIn",
  summary:
    "Logs in with an email and password or a Google access token, and sets the session cookie. After too many failures it returns 429 with `Retry-After`.",
  method: "POST",
  path: "/api/sessions/current",
  access: "public",
  body: loginBody,
  countsAsLoad: false,
  refusals: [401],
  replies: { 201: session },
});
