import { rmSync } from "node:fs";
import { openDatabase, prepareDatabase } from "@groundcrew/server/db";
import { connectWithoutTimeouts } from "@groundcrew/server/db/connect";
import { sql } from "kysely";
import { fillGroups } from "./fill-groups.ts";
const folder = "/tmp/gc-explain-e";
rmSync(folder, { recursive: true, force: true });
const database = await openDatabase({ url: null, dataDir: folder, log: () => {}, durable: false });
try {
  await prepareDatabase(database, console.log);
  const owner = connectWithoutTimeouts(database.ownerUrl, { connections: 1, connectMs: 60000 });
  await fillGroups(owner, { stations: 2000, groups: 2000, errors: 1_000_000 });
  const ex = async (q: string) => {
    const { rows } = await sql.raw<{ "QUERY PLAN": string }>("explain (analyze, buffers) " + q).execute(owner);
    console.log(rows.map((r) => r["QUERY PLAN"]).join("\n") + "\n");
  };
  await ex(
    `select e.* from error_fingerprints f cross join lateral (select id, error_message, time_logged from station_errors where fingerprint_id = f.id and (not true or time_handled is null and supportlog_entry_id is null) and true order by time_logged desc, id desc limit 101) e where f.group_id = 1 order by e.time_logged desc, e.id desc limit 101`,
  );
  await ex(
    `select e.* from error_fingerprints f cross join lateral (select id, fingerprint_id, error_message, firmware, software, time_logged from station_errors where fingerprint_id = f.id order by time_logged desc, id desc limit 10000) e where f.group_id = 1 order by e.time_logged desc, e.id desc limit 10000`,
  );
  // what the parts of storing cost
  await sql
    .raw(
      `create temp table batch as select 'gc-' || lpad(to_hex(n % 50), 12, '0') as station_name, 'b-' || n as event_id, 'charge' as job_type, 'Part x answered ' || n as error_message, now() as time_logged, 3 + n % 40 as fingerprint_id, '1.4.3' as firmware from generate_series(1, 500) n`,
    )
    .execute(owner);
  for (let i = 0; i < 4; i++)
    await ex(
      `insert into station_errors (station_name, event_id, job_type, error_message, time_logged, fingerprint_id, firmware) select station_name, event_id || '-${i}', job_type, error_message, time_logged, fingerprint_id, firmware from batch`,
    );
  await owner.destroy();
} finally {
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
}
