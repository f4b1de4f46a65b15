import type { TestRequest } from "./request.ts";
import type { Ids } from "./ids.ts";
import type { TestServer } from "./test-server.ts";

/** How to call each endpoint so that callers with access succeed. */
export type Recipe = {
  /** Creates what this request needs, and returns its ids. */
  ready?: (system: TestServer) => Promise<Partial<Ids>>;
  /** The request for these ids. `fresh` is a text that no earlier request has used. */
  requestFor: (ids: Ids, fresh: string) => TestRequest;
};
