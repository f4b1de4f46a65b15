import { defaultBrand } from "@groundcrew/shared/brand";
import { csvImport, importLine, type ImportKind } from "@groundcrew/shared/imports";
import { z } from "zod";
import { auditRoutes } from "../src/audit/index.ts";
import { importRoutes } from "../src/imports/index.ts";
import { ssotRoutes } from "../src/ssot/index.ts";
import { editStationRoutes } from "../src/stations/index.ts";
import { callsRig, type Who } from "./calls-rig.ts";

/** The calls about imports, and those that save the same by hand, with a clock that stands still. */
export async function importRig() {
  const clock = { now: Date.parse("2026-06-01T12:00:00.000Z") };
  const now = () => clock.now;
  const rig = await callsRig({
    now,
    add({ app, db, board, refresh }) {
      importRoutes(app, { db, brand: defaultBrand, now, refresh });
      ssotRoutes(app, { db, now, refresh });
      auditRoutes(app, { db, keptDays: 730 });
      editStationRoutes(app, {
        db,
        board,
        brand: defaultBrand,
        now,
        refresh,
        geocode: async () => null,
        disconnect() {},
        async endStreams() {},
      });
    },
  });
  const { app, call } = rig;

  function upload(kind: ImportKind, file: string | Uint8Array, who: Who = "admin") {
    return app.inject({
      method: "POST",
      url: `/api/imports?kind=${kind}&file_name=file.csv`,
      headers: { cookie: who, "content-type": "text/csv" },
      payload: Buffer.from(file),
    });
  }

  /** Uploads a file and checks it with the fields of these columns. */
  async function check(kind: ImportKind, file: string | Uint8Array, columns: (string | null)[]) {
    const { id } = csvImport.parse((await upload(kind, file)).json());
    return checkAgain(id, { columns, clears: false });
  }

  async function checkAgain(id: number, body: { columns: (string | null)[]; clears: boolean }) {
    const reply = await call("admin", `/imports/${id}/check`, { method: "PUT", body });
    return { id, reply, lines: reply.statusCode === 200 ? await linesOf(id) : [] };
  }

  async function linesOf(id: number) {
    const { lines } = (await call("admin", `/imports/${id}/lines`)).json();
    return z.array(importLine).parse(lines);
  }

  const apply = (id: number, note = "") =>
    call("admin", `/imports/${id}/application`, { method: "PUT", body: { note } });
  const undo = (id: number) => call("admin", `/imports/${id}/application`, { method: "DELETE" });

  return { ...rig, clock, upload, check, checkAgain, linesOf, apply, undo };
}
