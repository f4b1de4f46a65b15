import { z } from "zod";
import { endpoint } from "../contract/index.ts";
import { emailAddress } from "../lib/index.ts";
import { session } from "./api.ts";
import { passkeyAnswer } from "./passkey.ts";
import { pendingLogin } from "./second-step.ts";

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
/** The answer of an identity provider to a login of `beginSignOn`: the parameters that it adds to the address of the login page. */
const singleSignOn = z.strictObject({ type: z.literal("sso"), answer: z.string().min(1).max(8_000) });

/** Login with a password, a Google access token, the answer of a passkey or that of an identity provider. Without `type`, the fields decide which. */
export const loginBody = z.preprocess(
  withType,
  z.discriminatedUnion("type", [credentials, google, passkeyAnswer, singleSignOn]),
);
export type LoginBody = z.output<typeof loginBody>;

function withType(value: unknown): unknown {
  if (typeof value !== "object" || value === null || "type" in value) return value;
  return { ...value, type: "token" in value ? "google" : "credentials" };
}

export const logIn = endpoint({
  name: "logIn",
  summary:
    "Logs in with an email and password, a Google access token, the answer of a passkey to a challenge of `challengePasskey`, or that of an identity provider to a login of `beginSignOn`, and sets the session cookie. Without a passkey, a user with a second factor gets a 202, and has to call `finishLogIn`. After too many failures it returns 429 with `Retry-After`.",
  method: "POST",
  path: "/api/sessions/current",
  access: "public",
  body: loginBody,
  countsAsLoad: false,
  refusals: [401],
  replies: { 201: session, 202: pendingLogin },
});
