import type { Brand } from "@groundcrew/shared/brand";
import {
  changeWallboard,
  createWallboard,
  getWall,
  listWallboards,
  renewWallboard,
  revokeWallboard,
} from "@groundcrew/shared/wallboards";
import type { FastifyInstance } from "fastify";
import { organizationFor } from "../organizations/index.ts";
import type { SharedDb } from "../platform/db/index.ts";
import { answer, route } from "../platform/http/index.ts";
import type { Throttle } from "../platform/throttle/index.ts";
import type { Board } from "../stations/index.ts";
import { keepFigures } from "./figures.ts";
import { selectWallboards } from "./queries.ts";
import { changeOne, createOne, renewOne, revokeOne } from "./save-wallboard.ts";
import { findShown } from "./shown-wallboard.ts";
import { wallOf } from "./wall.ts";

type WallboardOptions = { db: SharedDb; board: Board; brand: Brand; throttle: Throttle; now: () => number };

/** The wallboards of an organization, which its managers create and revoke, and what each of them shows to everyone with its token. */
export function wallboardRoutes(app: FastifyInstance, options: WallboardOptions): void {
  const { db, board, brand, throttle, now } = options;
  route(app, listWallboards, async ({ principal, query }) => {
    const { id } = await organizationFor(db, principal, query.org_id);
    return answer(200, await selectWallboards(db, id));
  });
  route(app, createWallboard, async (call) => {
    const { id } = await organizationFor(db, call.principal, call.query.org_id);
    return createOne(options, call, id);
  });
  route(app, changeWallboard, (call) => changeOne(options, call));
  route(app, renewWallboard, (call) => renewOne(options, call));
  route(app, revokeWallboard, (call) => revokeOne(options, call));

  const figures = keepFigures({ db, now });
  route(app, getWall, async ({ headers, request: { ip } }) => {
    const caller = { authorization: headers.authorization, ip };
    const shown = await findShown({ db, provider: brand.provider, throttle, now }, caller);
    return answer(200, await wallOf({ board, figures, brand, now }, shown));
  });
}
