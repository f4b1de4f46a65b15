import { defaultBrand as brand } from "@groundcrew/shared/brand";
import { alertRoutes } from "../src/alerts/index.ts";
import { errorGroupRoutes } from "../src/error-groups/index.ts";
import { ownershipRoutes } from "../src/ownership/index.ts";
import { openWebhooks } from "../src/platform/webhooks/index.ts";
import { readinessRoutes } from "../src/readiness/index.ts";
import { stationErrorRoutes } from "../src/station-errors/index.ts";
import { supportLogRoutes } from "../src/support-log/index.ts";
import { undoRoutes } from "../src/undo/index.ts";
import { callsRig, HARBOR, type Who } from "./calls-rig.ts";
import { addEntry } from "./triage-rig.ts";

/** The calls whose acts can be undone, and undoing them. */
export async function undoRig() {
  const now = () => Date.now();
  const { db, orgs, call, board } = await callsRig({
    now,
    add({ app, db: shared, board, refresh }) {
      alertRoutes(app, { db: shared, board, brand, now });
      errorGroupRoutes(app, { db: shared, now, refresh });
      ownershipRoutes(app, { db: shared, now, product: "Groundcrew" });
      readinessRoutes(app, { db: shared, board, brand, now });
      stationErrorRoutes(app, { db: shared, refresh });
      supportLogRoutes(app, { db: shared, refresh, webhooks: openWebhooks({ allowPrivate: false }) });
      undoRoutes(app, { db: shared, brand, refresh });
    },
  });
  // The accounts of the callers, whose ids are counted from 1.
  await db
    .insertInto("users")
    .values(
      ["user@harbor", "manager@harbor", "user@field", "staff@groundcrew", "admin@groundcrew", "kari@groundcrew"].map(
        (name, index) => ({
          email: `${name}.example`,
          org_id: index < 2 ? orgs.harbor : index === 2 ? orgs.field : orgs.provider,
          can_admin: index > 3,
          name: ["Lee Tran", "Kari"][index - 4] ?? "",
        }),
      ),
    )
    .execute();

  const requestOf = (reply: Awaited<ReturnType<typeof call>>) => String(reply.headers["x-request-id"]);
  const undo = (reply: Awaited<ReturnType<typeof call>>, who: Who = "named admin") =>
    call(who, `/acts/${requestOf(reply)}/undo`, { method: "POST" });
  const setStatus = (entry: number, status: string, who: Who = "named admin") =>
    call(who, `/supportlog/entries/${entry}`, { method: "PATCH", body: { status, public: null } });
  const statusOf = async (id: number) =>
    (await db.selectFrom("support_log_entries").select("status").where("id", "=", id).executeTakeFirst())?.status;

  async function newIncident(status = "incident_needs_action" as const) {
    return addEntry(db, HARBOR, { status });
  }
  return { db, orgs, call, board, now, undo, setStatus, statusOf, newIncident };
}
