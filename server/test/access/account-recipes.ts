import { hash, randomBytes } from "node:crypto";
import { hashPassword } from "../../src/sessions/index.ts";
import { addSession, emailOf, PASSWORD } from "./people.ts";
import type { Recipe } from "./recipe.ts";
import type { TestServer } from "./test-server.ts";

/** Recipes for calls about each person's own account. */
export const accountRecipes: Readonly<Record<string, Recipe>> = {
  getAccount: { requestFor: () => ({}) },
  changeName: { requestFor: (_, fresh) => ({ body: { name: `Ada ${fresh}` } }) },
  changePassword: {
    ready: putPasswords,
    requestFor: () => ({ body: { current: PASSWORD, password: hash("sha256", randomBytes(8)) } }),
  },
  endSession: {
    ready: async ({ db }) => ({ session: await addSession(db, emailOf("user A")) }),
    requestFor: ({ session }) => ({ params: { id: session } }),
  },
  endOtherSessions: { requestFor: () => ({}) },
};

/** Earlier requests may have changed them. */
export async function putPasswords({ db }: TestServer) {
  await db
    .updateTable("users")
    .set({ password_hash: await hashPassword(PASSWORD) })
    .where("email", "like", "%@people.example")
    .execute();
  return {};
}
