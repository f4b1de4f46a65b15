import type { Endpoint } from "@groundcrew/shared/contract";
import type { Answer, TestServer } from "./test-server.ts";
import { EVERYONE } from "./people.ts";
import { recipes } from "./recipes.ts";
import type { TestRequest } from "./request.ts";
import type { Ids } from "./ids.ts";
import { endpointOf } from "./table.ts";

/** The response to one variant of a request, identified by the name of its recipe. */
export type VariantAnswer = Answer & { variant: string };

/** A complete request, for resources of organization A or of others. */
export type Prepared = { variant: string; endpoint: Endpoint; ids: Ids; requestFor: (ids: Ids) => TestRequest };

/** Sends every variant of a request to every endpoint as every caller; `pass` is called before each variant. */
export async function sendAll(system: TestServer, pass: (nth: number) => void): Promise<VariantAnswer[]> {
  const answers: VariantAnswer[] = [];
  for (const [nth, variant] of variants(system).entries()) {
    pass(nth);
    for (const who of EVERYONE) {
      const { endpoint, ids, requestFor } = await prepare(system, variant);
      answers.push({ variant, ...(await system.send(who, endpoint, requestFor(ids))) });
    }
  }
  return answers;
}

/** The recipes whose endpoint the app has, or only those of a method. */
export function variants({ endpoints }: TestServer, method?: Endpoint["method"]): string[] {
  const names = new Set(
    endpoints.flatMap((endpoint) => ((method ?? endpoint.method) === endpoint.method ? endpoint.name : [])),
  );
  return Object.keys(recipes).filter((variant) => names.has(endpointOf(variant)));
}

let prepared = 0;
let last: { system: TestServer; changes: number; made: Prepared } | null = null;

/** Creates the data that a request needs, unless it was the last that was prepared and no request has changed anything since. */
export async function prepare(system: TestServer, variant: string): Promise<Prepared> {
  const changes = system.changes.count;
  if (last?.system === system && last.changes === changes && last.made.variant === variant) return last.made;
  const recipe = recipes[variant];
  const endpoint = system.endpoints.find(({ name }) => name === endpointOf(variant));
  if (!recipe || !endpoint) throw new Error(`There is no request for ${variant}.`);
  prepared += 1;
  const fresh = `fresh-${prepared}`;
  const ids = { ...system.ours, ...(await recipe.ready?.(system)) };
  const made = { variant, endpoint, ids, requestFor: (ids: Ids) => recipe.requestFor(ids, fresh) };
  last = { system, changes, made };
  return made;
}
