import { MINUTE_MS } from "@groundcrew/shared/lib";
import type { Channel } from "./inputs.ts";
import { liveRules, type World } from "./world.ts";

const working = (world: World) => world.channels.filter(({ deleted }) => deleted === null);

/** A channel is replaced by another one, and deleted. */
export async function replaceChannel(world: World): Promise<void> {
  const channel = world.random.pick(working(world));
  const other = await world.addChannel(channel.receiver.side, channel.receiver.kind);
  for (const rule of liveRules(world)) {
    const last = rule.versions.at(-1);
    if (!last?.channels.includes(channel) && last?.boss !== channel) continue;
    const channels = last.channels.map((one) => (one === channel ? other : one));
    await world.change(rule, { channels, boss: last.boss === channel ? other : last.boss });
  }
  const { rev } = await current(world, channel);
  await world.done(channel.receiver.side, { method: "DELETE", path: `/channels/${channel.id}?rev=${rev}` }, 204);
  channel.deleted = world.rig.now();
}

async function current(
  world: World,
  channel: Channel,
): Promise<{ rev: number; state: string; paused_by: string | null }> {
  const all = await world.done(channel.receiver.side, { method: "GET", path: "/channels" }, 200);
  return all.find(({ id }: { id: number }) => id === channel.id);
}

/** A person pauses a channel for some hours. */
export async function pause(world: World): Promise<void> {
  const channel = world.random.pick(working(world));
  const until = new Date(world.rig.now() + world.random.whole(20, 400) * MINUTE_MS).toISOString();
  await setPause(world, channel, until);
  world.trouble(channel, true);
}

async function setPause(world: World, channel: Channel, until: string | null): Promise<void> {
  const { rev } = await current(world, channel);
  await world.done(
    channel.receiver.side,
    { method: "PUT", path: `/channels/${channel.id}/pause`, body: { rev, until } },
    200,
  );
}

/** Resumes a channel that is paused, by itself or by a person. */
async function resume(world: World, channel: Channel): Promise<void> {
  if ((await current(world, channel)).state !== "paused") return;
  world.count("resumptions");
  await setPause(world, channel, null);
}

/** A receiver fails for minutes to hours, or for more than a day. */
export function fail(world: World): void {
  const channel = world.random.pick(working(world));
  const { receiver } = channel;
  const picked = world.random.pick(["fails", "closes", "loses answers"] as const);
  world.rig.inbox.setMode(receiver, receiver.kind === "email" ? "fails" : picked);
  world.trouble(channel, false);
}

/** What fails works again, and what is paused is resumed. */
export async function repair(world: World, channel: Channel): Promise<void> {
  world.rig.inbox.setMode(channel.receiver, "ok");
  await resume(world, channel);
  world.relieve(channel);
}

export async function repairOne(world: World): Promise<void> {
  const troubled = working(world).filter(({ troubles }) => troubles.some(({ until }) => until === null));
  if (troubled.length > 0) await repair(world, world.random.pick(troubled));
}
