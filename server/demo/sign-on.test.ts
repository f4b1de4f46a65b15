import { defaultBrand } from "@groundcrew/shared/brand";
import { expect, test } from "vitest";
import { cookiesOf, ORIGIN, SECRET_KEY } from "../test/accounts-rig.ts";
import { freePort } from "../test/free-port.ts";
import { follow, signOnRig } from "../test/sign-on-rig.ts";
import { startDemoSignOn } from "./sign-on.ts";

const { db, orgs, addUser, begin, finish } = await signOnRig();
const USER = "user@harbor.example";

test("the demo's identity provider logs in the person that one chooses, and is gone when it is stopped", async () => {
  await addUser(USER, orgs.harbor);
  const lines: string[] = [];
  const report = (line: string) => void lines.push(line);
  const options = { url: ORIGIN, secretKey: SECRET_KEY, brand: defaultBrand, report };
  // Another start finds its settings, as after one that was killed.
  const before = await startDemoSignOn(db, { ...options, port: await freePort() });
  const running = await startDemoSignOn(db, { ...options, port: await freePort() });
  expect(lines.at(-1)).toBe("The people of Harbor Air can log in with Harbor Air SSO.");
  const { browser, address } = await begin();
  const reply = await finish(browser, await follow(address, new Map(), { email: USER }));
  expect([reply.statusCode, reply.json().user]).toMatchObject([201, { email: USER, organization: "Harbor Air" }]);
  expect(cookiesOf(reply)).not.toBe("");
  await running.stop();
  await before.stop();
  expect(await db.selectFrom("single_sign_on").select("org_id").execute()).toEqual([]);
});
