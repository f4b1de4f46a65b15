import { scopeText, type RuleScope } from "@groundcrew/shared/alerts";
import {
  changeQuietHours,
  DEFAULT_SUBSCRIPTION,
  getMyNotifications,
  subscribeToRule,
  subscribeToTopic,
  type PersonalTopic,
  type SubscribedRule,
  type Subscription,
} from "@groundcrew/shared/notifications";
import type { FastifyInstance } from "fastify";
import { change } from "../audit/index.ts";
import { scoped, type Db, type SharedDb } from "../platform/db/index.ts";
import { answer, notFound, route } from "../platform/http/index.ts";
import type { PushKeyPair } from "../platform/push/index.ts";
import { personOf, type Person } from "./person.ts";
import {
  findQuietHours,
  selectOrganizationNames,
  selectSubscribedRules,
  selectTopics,
  storeQuietHours,
  storeRuleSubscription,
  storeTopic,
} from "./preference-queries.ts";

type PreferenceOptions = { db: SharedDb; keys: Pick<PushKeyPair, "publicKey"> };

/** The caller's notification preferences: for the alerts of their organization's rules, for events that concern them, and quiet hours. */
export function preferenceRoutes(app: FastifyInstance, { db, keys }: PreferenceOptions): void {
  route(app, getMyNotifications, async ({ scope, principal }) => {
    const handle = scoped(db, scope);
    const person = personOf(principal);
    return answer(200, {
      rules: await rulesOf(handle, person),
      topics: topicsOf(await selectTopics(handle, person.id)),
      quiet: await findQuietHours(handle, person.id),
      push_key: Buffer.from(keys.publicKey).toString("base64url"),
    });
  });
  route(app, subscribeToRule, async (call) => {
    const person = personOf(call.principal);
    const { id, orgId } = person;
    const { rule } = call.params;
    return change(scoped(db, call.scope), call, async (tx) => {
      if (!(await storeRuleSubscription(tx, person, { rule, ...call.body }))) throw notFound();
      return { answer: answer(200, call.body), audit: { ...of(id, orgId), after: { rule, ...call.body } } };
    });
  });
  route(app, subscribeToTopic, async (call) => {
    const { id, orgId } = personOf(call.principal);
    const { topic } = call.params;
    return change(scoped(db, call.scope), call, async (tx) => {
      await storeTopic(tx, id, { topic, ...call.body });
      return { answer: answer(200, call.body), audit: { ...of(id, orgId), after: { topic, ...call.body } } };
    });
  });
  route(app, changeQuietHours, async (call) => {
    const { id, orgId } = personOf(call.principal);
    return change(scoped(db, call.scope), call, async (tx) => {
      await storeQuietHours(tx, id, call.body.quiet);
      return { answer: answer(200, call.body), audit: { ...of(id, orgId), after: call.body } };
    });
  });
}

function of(userId: number, orgId: number) {
  return { target: `notifications of user ${userId}`, orgId };
}

async function rulesOf(db: Db, person: Person): Promise<SubscribedRule[]> {
  const rules = await selectSubscribedRules(db, person);
  const organizations = await selectOrganizationNames(db, [
    ...new Set(rules.flatMap(({ scope }) => organizationsIn(scope))),
  ]);
  return rules.map(({ scope, ...rule }) => Object.assign(rule, { scope: scopeText(scope, organizations) }));
}

function organizationsIn(scope: RuleScope): readonly number[] {
  return scope.kind === "organizations" ? scope.org_ids : [];
}

function topicsOf(chosen: readonly (Subscription & { topic: PersonalTopic })[]) {
  const of = (topic: PersonalTopic) => {
    const { email, push } = chosen.find((one) => one.topic === topic) ?? DEFAULT_SUBSCRIPTION;
    return { email, push };
  };
  return { assigned: of("assigned"), maintenance_ending: of("maintenance_ending"), availability: of("availability") };
}
