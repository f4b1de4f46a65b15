import type { Endpoint } from "@groundcrew/shared/contract";
import type { Answer, TestServer } from "./test-server.ts";
import { EVERYONE } from "./people.ts";
import { recipes } from "./recipes.ts";
import type { Asked } from "./request.ts";
import type { Ids } from "./seed.ts";
import { endpointOf } from "./table.ts";

/** The response to one variant of a request, identified by the name of its recipe. */
export type WayAnswer = Answer & { way: string };

/** A complete request, for resources of organization A or of others. */
export type Prepared = { way: string; endpoint: Endpoint; ids: Ids; ask: (ids: Ids) => Asked };

/** Sends every variant of a request to every endpoint as every caller. */
export async function askEveryone(system: TestServer): Promise<WayAnswer[]> {
  const answers: WayAnswer[] = [];
  for (const way of ways(system)) {
    for (const who of EVERYONE) {
      const { endpoint, ids, ask } = await prepare(system, way);
      answers.push({ way, ...(await system.ask(who, endpoint, ask(ids))) });
    }
  }
  return answers;
}

/** The recipes whose endpoint the app has. */
export function ways({ endpoints }: TestServer): string[] {
  return Object.keys(recipes).filter((way) => endpoints.some(({ name }) => name === endpointOf(way)));
}

let prepared = 0;

/** Creates the data that a request needs. */
export async function prepare(system: TestServer, way: string): Promise<Prepared> {
  const recipe = recipes[way];
  const endpoint = system.endpoints.find(({ name }) => name === endpointOf(way));
  if (!recipe || !endpoint) throw new Error(`Nobody knows how to ask ${way}.`);
  prepared += 1;
  const fresh = `fresh-${prepared}`;
  const ids = { ...system.ours, ...(await recipe.ready?.(system)) };
  return { way, endpoint, ids, ask: (of) => recipe.ask(of, fresh) };
}
