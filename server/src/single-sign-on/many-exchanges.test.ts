import { expect, test } from "vitest";
import { openIdProvider } from "../../test/sign-on-rig.ts";
import { openOutgoing } from "../platform/outgoing/index.ts";
import { openIdentityProviders } from "./index.ts";

const AT_ONCE = 20;
const provider = await openIdProvider();

test("a slow identity provider has 20 exchanges at once, others wait for a second, and it is used again afterwards", async () => {
  const outgoing = openOutgoing({ allowPrivate: true });
  const providers = openIdentityProviders({ outgoing, redirectUri: "http://127.0.0.1/login", now: () => new Date() });
  const client = { issuer: provider.issuer, clientId: "console", clientSecret: "secret of console" };
  provider.overrides.silent = "/.well-known/openid-configuration";
  const problems = await Promise.all(Array.from({ length: AT_ONCE + 5 }, () => providers.findProblem(client)));
  expect(problems.filter((problem) => problem === "Too many logins wait for identity providers.")).toHaveLength(5);
  expect(problems.filter((problem) => problem?.endsWith("did not answer in time."))).toHaveLength(AT_ONCE);
  expect(provider.asked).toHaveLength(AT_ONCE);
  provider.overrides.silent = null;
  expect(await providers.findProblem(client)).toBe(null);
});
