import { usualRules, type NewRule } from "@groundcrew/shared/alerts";
import type { Brand } from "@groundcrew/shared/brand";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { channelKinds, sealSecrets } from "../src/channels/index.ts";
import { inTransaction, type Db } from "../src/platform/db/index.ts";
import type { Sealer } from "../src/platform/lib/index.ts";
import { DEMO_ADMIN } from "../src/users/index.ts";
import { demoOrganizations } from "./organizations.ts";
import { idsByName, insertChannel, insertRows } from "./queries.ts";

type Attention = { brand: Brand; sealer: Sealer };

/** Adds channels and alert rules: the usual rules and some for staff, and those of a customer. Of the chats, one is paused and one not used yet. */
export async function addRules(session: Db, { brand, sealer }: Attention): Promise<void> {
  const { provider, skyline } = demoOrganizations(brand);
  await inTransaction(session, async (tx) => {
    const ids = await idsByName(tx, "organizations");
    const ownOrg = ids.get(provider.name) ?? 0;
    const onCall = await addChannel(tx, sealer, {
      orgId: ownOrg,
      name: "On call",
      address: "oncall@groundcrew.example",
    });
    await addRulesOf(tx, {
      orgId: ownOrg,
      channel: onCall,
      author: "Alex Admin",
      isStaff: true,
      rules: [...usualRules(), ...staffRules()],
    });
    await addChannel(tx, sealer, {
      orgId: ownOrg,
      kind: "teams",
      name: "Mechanics",
      address: "https://prod.example/workflow",
    });
    const nightWatch = await addChannel(tx, sealer, {
      orgId: ownOrg,
      kind: "mattermost",
      name: "Night watch",
      address: "https://chat.groundcrew.example/hooks/night",
    });
    await sql`
      update channels set paused = now(), paused_until = now() + interval '3 days', paused_by = 'Lee Tran' where id = ${nightWatch}`.execute(
      tx,
    );
    const customer = ids.get(skyline.name) ?? 0;
    const dispatch = await addChannel(tx, sealer, {
      orgId: customer,
      name: "Dispatch",
      address: "dispatch@skyline.example",
    });
    await addRulesOf(tx, {
      orgId: customer,
      channel: dispatch,
      author: "Morgan Reyes",
      isStaff: false,
      rules: usualRules().slice(0, 2),
    });
  });
}

function staffRules(): Omit<NewRule, "org_id">[] {
  const [usual] = usualRules();
  if (!usual) return [];
  return [
    {
      ...usual,
      name: "Fault that spreads",
      condition: { kind: "error_group", states: ["escalating", "regressed"], stations: 3 },
      severity: "warning",
      repeat_minutes: null,
    },
    { ...usual, name: "Urgent incident", condition: { kind: "incident", statuses: ["incident_pending_urgent"] } },
    {
      ...usual,
      name: "Clock off",
      condition: { kind: "clock_skew", seconds: 120 },
      severity: "warning",
      repeat_minutes: null,
    },
  ];
}

type NewChannel = { orgId: number; kind?: "email" | "teams" | "mattermost"; name: string; address: string };

async function addChannel(
  tx: Db,
  sealer: Sealer,
  { orgId, kind = "email", name, address }: NewChannel,
): Promise<number> {
  const sealed = sealSecrets(sealer, { address, secret: null, old_secret: null });
  const shown = channelKinds[kind].shownAddress(address);
  return insertChannel(tx, { org_id: orgId, name, kind, address: shown, sealed, by: "Alex Admin" });
}

type RulesOf = {
  orgId: number;
  channel: number;
  author: string;
  isStaff: boolean;
  rules: readonly Omit<NewRule, "org_id">[];
};

async function addRulesOf(tx: Db, { orgId, channel, author, isStaff, rules }: RulesOf): Promise<void> {
  const rows = rules.map((rule) => ({
    ...rule,
    org_id: orgId,
    kind: rule.condition.kind,
    channels: [channel],
    edited_by: author,
    edited_by_staff: isStaff,
    created: new Date().toISOString(),
    edited: new Date().toISOString(),
    rev: 1,
  }));
  await insertRows(tx, "alert_rules", rows);
}

/** Puts one of these stations into maintenance, and plans it for another one. */
export async function planMaintenance(session: Db, stations: readonly string[], now: number): Promise<void> {
  const [current, later] = stations;
  const at = (ms: number) => new Date(now + ms).toISOString();
  await inTransaction(session, async (tx) => {
    if (current !== undefined) {
      await addMaintenance(tx, {
        station: current,
        why: "Replacing the belt",
        starts: at(-25 * MINUTE_MS),
        ends: at(3 * HOUR_MS),
      });
    }
    if (later !== undefined) {
      await addMaintenance(tx, {
        station: later,
        why: "Yearly inspection",
        starts: at(DAY_MS),
        ends: at(DAY_MS + 4 * HOUR_MS),
      });
    }
  });
}

type Window = { station: string; why: string; starts: string; ends: string };

async function addMaintenance(tx: Db, { station, why, starts, ends }: Window): Promise<void> {
  await sql`
    insert into maintenance_windows (station_name, why, by_id, by_name, by_staff, starts, ends)
    select ${station}, ${why}, id, name, true, ${starts}, ${ends} from users where email = ${DEMO_ADMIN}`.execute(tx);
}
