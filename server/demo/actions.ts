import { randomFrom } from "@groundcrew/simulator/model";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import type { Insertable } from "kysely";
import type { Database } from "../src/db/index.ts";
import { demoAccounts } from "./organizations.ts";

type Organization = { key: string; id: number };

/** How many days of actions to generate: a little more than the actions chart shows. */
const DAYS = 8;
const KEY = 40;

/**
 * Recent actions of each organization's users: logins and, some hours later, logouts. They give the actions chart something to show from
 * the start.
 */
export function actionRows(
  organizations: readonly Organization[],
  { now, seed }: { now: number; seed: number },
): Insertable<Database["audit_entries"]>[] {
  return organizations.flatMap(({ key, id }, index) => {
    const random = randomFrom(seed, KEY + index);
    const own = demoAccounts.filter(({ organization }) => organization === key).map(({ email }) => email);
    // Some organizations have no demo account. Their actions belong to a user who has since been deleted.
    const people = own.length > 0 ? own : [`operations@${key}.example`];
    const perDay = random.whole(1, 2 + people.length);
    return Array.from({ length: DAYS * perDay }, (_, nth) => {
      const [email = ""] = people.slice(nth % people.length);
      const start = now - (Math.floor(nth / perDay) + 1) * DAY_MS + random.whole(0, 12 * 60) * MINUTE_MS;
      const of = { actor_kind: "user" as const, actor: email, target: `user ${email}`, org_id: id, actor_org_id: id };
      const end = start + random.whole(1, 8) * HOUR_MS;
      return [
        { ...of, action: "logIn", at: iso(start), request_id: `demo-${key}-${nth}-in`, after: { by: "password" } },
        { ...of, action: "logOut", at: iso(end), request_id: `demo-${key}-${nth}-out`, after: null },
      ];
    }).flat();
  });
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
