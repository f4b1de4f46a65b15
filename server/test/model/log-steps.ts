import { changeStationErrors } from "@groundcrew/shared/station-errors";
import {
  changeEntryStatus,
  createSupportLogEntry,
  incidentStatus,
  isIncident,
  publishEntry,
  replyToEntry,
  unpublishEntry,
} from "@groundcrew/shared/support-log";
import type { Caller } from "./state.ts";
import { idIn, pick, type Planned, type Step } from "./step.ts";
import type { World } from "./world.ts";

export function writing(
  { state, unique, alertingTag }: World,
  { does, one, other }: Step,
  caller: Caller,
): Planned | undefined {
  const { entries, stations } = state;
  const parent = does === "reply" ? pick(entries, one) : undefined;
  const station = parent?.station ?? pick(stations, one)?.name;
  if (station === undefined || (does === "reply" && !parent)) return undefined;
  const status = parent ? "record" : (pick(["note", "record", "incident_needs_action"] as const, other) ?? "note");
  const content = `Text ${unique()}`;
  const tags = isIncident(status) ? [alertingTag] : [];
  const author = caller.kind === "person" ? caller.person.email : "";
  const isPublic = other % 2 === 0;
  return {
    endpoint: parent ? replyToEntry : createSupportLogEntry,
    request: {
      params: parent ? { entry: parent.id } : { station },
      body: { content, status, tags, public: isPublic },
    },
    status: parent && parent.parent !== null ? 422 : 201,
    apply: ({ body }) =>
      void entries.push({ id: idIn(body), station, parent: parent?.id ?? null, status, content, isPublic, author }),
  };
}

export function changing({ state }: World, { does, one, other }: Step): Planned | undefined {
  const entry = pick(state.entries, one);
  if (!entry) return undefined;
  const params = { entry: entry.id };
  if (does !== "changeStatus") {
    const isPublic = does === "publish";
    const endpoint = isPublic ? publishEntry : unpublishEntry;
    return { endpoint, request: { params }, status: 204, apply: () => void Object.assign(entry, { isPublic }) };
  }
  const status = pick(incidentStatus.options, other) ?? "incident_resolved";
  return {
    endpoint: changeEntryStatus,
    request: { params, body: { status } },
    status: isIncident(entry.status) ? 204 : 422,
    apply: () => void Object.assign(entry, { status }),
  };
}

export function handling({ state }: World, { does, one, other }: Step): Planned | undefined {
  const error = pick(state.errors, one);
  const station = pick(state.stations, other);
  if (!error || !station) return undefined;
  const isItsOwn = error.station === station.name;
  const request = (change: object) => ({ params: { station: station.name }, body: [{ id: error.id, ...change }] });
  if (does === "resolveError") {
    const solution = `Replaced part ${other}.`;
    return {
      endpoint: changeStationErrors,
      request: request({ solution }),
      status: isItsOwn ? 200 : 404,
      // What is resolved stays as it is.
      apply: () => void Object.assign(error, { solution: error.solution ?? solution }),
    };
  }
  const entry = pick(state.entries, other);
  if (!entry) return undefined;
  const isFree = error.solution !== null || error.entry === null || error.entry === entry.id;
  const found = isItsOwn && entry.station === station.name;
  return {
    endpoint: changeStationErrors,
    request: request({ supportlog_entry_id: entry.id }),
    status: !found ? 404 : isFree ? 200 : 409,
    apply: () => void (error.solution ?? Object.assign(error, { entry: entry.id })),
  };
}
