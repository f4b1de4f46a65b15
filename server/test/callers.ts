import { sql } from "kysely";
import type { callsRig } from "./calls-rig.ts";

/** Stores the people of the rig as users, with the numbers that they have in it. */
export async function addCallers({
  db,
  orgs,
}: Pick<Awaited<ReturnType<typeof callsRig>>, "db" | "orgs">): Promise<void> {
  const { provider, harbor, field } = orgs;
  await sql`
    insert into users (id, email, org_id) overriding system value values
      (1, 'user@harbor.example', ${harbor}), (2, 'manager@harbor.example', ${harbor}), (3, 'user@field.example', ${field}),
      (4, 'staff@groundcrew.example', ${provider}), (5, 'admin@groundcrew.example', ${provider}),
      (6, 'kari@groundcrew.example', ${provider}), (7, 'manager@groundcrew.example', ${provider})`.execute(db);
}
