import { z } from "zod";
import { endpoint } from "../contract/index.ts";
import { session } from "./api.ts";
import { secondStepProof } from "./second-step.ts";

export const finishLogIn = endpoint({
  name: "finishLogIn",
  summary:
    "Takes the second step of a login that `logIn` has answered with 202, and sets the session cookie. A wrong code or passkey is a 401, and a login that is no longer valid a 409. After five wrong codes of a user in five minutes it returns 429 with `Retry-After`.",
  method: "POST",
  path: "/api/sessions/current/second-step",
  access: "public",
  body: z.strictObject({
    login: z.string().regex(/^[\w-]{43}$/, "This is not a login."),
    step: secondStepProof,
  }),
  countsAsLoad: false,
  refusals: [401, 409],
  replies: { 201: session },
});
