import { listApiKeys } from "@groundcrew/shared/api-keys";
import type { Endpoint } from "@groundcrew/shared/contract";
import { listErrorGroups } from "@groundcrew/shared/error-groups";
import { listMaintenance } from "@groundcrew/shared/maintenance";
import { listOrganizations } from "@groundcrew/shared/organizations";
import { listSsotEntries } from "@groundcrew/shared/ssot";
import { listStationErrors } from "@groundcrew/shared/station-errors";
import { getStation, listStations } from "@groundcrew/shared/stations";
import { listStationSupportLog } from "@groundcrew/shared/support-log";
import { listUsers } from "@groundcrew/shared/users";
import { z } from "zod";
import type { TestRequest } from "../access/request.ts";
import {
  administers,
  countedIncidents,
  currentWindow,
  isAdmin,
  openErrors,
  refusal,
  seesOrg,
  type Caller,
  type State,
  type Station,
} from "./state.ts";
import { isInTriage } from "./steps.ts";
import type { World } from "./world.ts";

/** What a caller sees, as the model predicts it and as the server shows it. */
export type View = { what: string; predicted: unknown; shown: unknown };

type Reading = { world: World; viewer: Caller };
type Predicted = { endpoint: Endpoint; request: TestRequest; isThere: boolean; content: unknown };

/** Reads something: its content as `read` extracts it, or only the status if it is not there for the viewer. */
async function view(
  { world, viewer }: Reading,
  { endpoint, request, isThere, content }: Predicted,
  read: (body: unknown) => unknown,
): Promise<View> {
  const refused = refusal(viewer, endpoint);
  const { status, body } = await world.call(viewer, endpoint, request);
  const predicted = refused ?? (isThere ? content : 404);
  return { what: endpoint.name, predicted, shown: status === 200 ? read(body) : status };
}

/** Everything about a station that a caller sees, and the lists of customers, people and keys. */
export async function viewsOf(reading: Reading, station: Station | undefined): Promise<View[]> {
  const own = station
    ? [rowOf, listedRow, ssotOf, logOf, errorsOf, maintenanceOf].map((read) => read(reading, station))
    : [];
  const orgs = reading.world.state.orgs.flatMap((org) => [usersOf(reading, org), keysOf(reading, org)]);
  return Promise.all([...own, ...orgs, organizationsOf(reading)]);
}

const row = z.object({
  name: z.string(),
  serial_number: z.string(),
  description: z.string(),
  org_id: z.number(),
  retired: z.string().nullable(),
  maintenance: z.object({ id: z.number() }).nullable(),
  support_metrics: z.object({
    errors_unresolved: z.number(),
    supportlog: z.record(z.string(), z.number()).optional(),
  }),
});

function asShown({ retired, maintenance, ...rest }: z.output<typeof row>) {
  return { ...rest, isRetired: retired !== null, maintenance: maintenance?.id ?? null };
}

function rowFor(state: State, viewer: Caller, { name, serial, description, org, isRetired }: Station) {
  const unresolved = state.errors.filter((error) => error.station === name && error.solution === null);
  return {
    name,
    serial_number: serial,
    description,
    org_id: org,
    isRetired,
    maintenance: currentWindow(state, name)?.id ?? null,
    support_metrics: {
      errors_unresolved: unresolved.length,
      ...(isAdmin(viewer) && { supportlog: countedIncidents(state, name) }),
    },
  };
}

function rowOf(reading: Reading, station: Station): Promise<View> {
  const { viewer, world } = reading;
  const request = { params: { station: station.name }, query: { include_support_metrics: true } };
  const content = rowFor(world.state, viewer, station);
  const predicted = { endpoint: getStation, request, isThere: seesOrg(viewer, station.org), content };
  return view(reading, predicted, (body) => asShown(row.parse(body)));
}

/** The list of one station, which is empty for those who do not see it. */
function listedRow(reading: Reading, station: Station): Promise<View> {
  const { viewer, world } = reading;
  const isListed = seesOrg(viewer, station.org);
  const request = { query: { station_name: station.name, include_support_metrics: true } };
  const content = isListed ? [rowFor(world.state, viewer, station)] : [];
  return view(reading, { endpoint: listStations, request, isThere: true, content }, (body) =>
    z.array(row).parse(body).map(asShown),
  );
}

/** The whole list, in which stations that are out of service are not. */
export function listOf(reading: Reading): Promise<View> {
  const { viewer, world } = reading;
  const { stations } = world.state;
  const listed = stations.filter(({ org, isRetired }) => seesOrg(viewer, org) && !isRetired);
  const content = sorted(listed.map(({ name }) => name));
  return view(reading, { endpoint: listStations, request: {}, isThere: true, content }, (body) => {
    const names = z
      .array(z.object({ name: z.string() }))
      .parse(body)
      .map(({ name }) => name);
    return sorted(names.filter((name) => stations.some((station) => station.name === name)));
  });
}

function ssotOf(reading: Reading, { name, org, ssot }: Station): Promise<View> {
  const { viewer } = reading;
  const content = ssot.map(({ author, ...revision }) => (isAdmin(viewer) ? { ...revision, author } : revision));
  const request = { params: { station: name } };
  return view(reading, { endpoint: listSsotEntries, request, isThere: seesOrg(viewer, org), content }, (body) => body);
}

const written = z.object({
  id: z.number(),
  author: z.string(),
  status: z.string(),
  content: z.string(),
  public: z.boolean(),
  attached_errors: z.array(z.number()),
});
const entries = z.array(written.extend({ children: z.array(written) }));

type Written = z.output<typeof written>;

/** An entry of the support log with the id of the one that it replies to. */
function asEntry({ id, author, status, content, public: isPublic, attached_errors }: Written, parent: number | null) {
  const attached = attached_errors.toSorted((one, other) => one - other);
  return { id, author, status, content, public: isPublic, attached_errors: attached, parent };
}

function logOf(reading: Reading, { name }: Station): Promise<View> {
  const { entries: all, errors } = reading.world.state;
  const attached = (entry: number) => errors.filter((error) => error.entry === entry).map(({ id }) => id);
  const content = all
    .filter(({ station }) => station === name)
    .map((entry) =>
      asEntry(
        {
          id: entry.id,
          author: entry.author,
          status: entry.status,
          content: entry.content,
          public: entry.isPublic,
          attached_errors: attached(entry.id),
        },
        entry.parent,
      ),
    );
  const request = { params: { station: name } };
  return view(reading, { endpoint: listStationSupportLog, request, isThere: true, content: byId(content) }, (body) => {
    const top = entries.parse(body);
    const replies = top.flatMap(({ id, children }) => children.map((reply) => asEntry(reply, id)));
    return byId(top.map((entry) => asEntry(entry, null)).concat(replies));
  });
}

const faults = z.array(
  z.object({
    id: z.number(),
    error_message: z.string(),
    solution: z.string().nullable(),
    supportlog_entry_id: z.number().nullable(),
  }),
);

function errorsOf(reading: Reading, { name, org }: Station): Promise<View> {
  const { viewer, world } = reading;
  const content = world.state.errors
    .filter(({ station }) => station === name)
    .map(({ id, message, solution, entry }) => ({
      id,
      error_message: message,
      solution,
      supportlog_entry_id: isAdmin(viewer) ? entry : null,
    }));
  const request = { params: { station: name } };
  const predicted = { endpoint: listStationErrors, request, isThere: seesOrg(viewer, org), content: byId(content) };
  return view(reading, predicted, (body) => byId(faults.parse(body)));
}

function usersOf(reading: Reading, org: number): Promise<View> {
  const { people, invited } = reading.world.state;
  const accounts = people.filter((person) => person.org === org && !person.isDeleted);
  const content = [
    ...accounts.map(({ email, isManager }) => ({ email, can_manage: isManager })),
    ...invited.filter((one) => one.org === org).map(({ email }) => ({ email, can_manage: false })),
  ];
  const request = { query: { org_id: org } };
  const isThere = administers(reading.viewer, org);
  return view(reading, { endpoint: listUsers, request, isThere, content: sorted(content) }, (body) =>
    sorted(z.array(z.object({ email: z.string(), can_manage: z.boolean() })).parse(body)),
  );
}

function keysOf(reading: Reading, org: number): Promise<View> {
  const keys = reading.world.state.keys.filter((key) => key.org === org && !key.isRevoked);
  const request = { query: { org_id: org } };
  const isThere = administers(reading.viewer, org);
  const content = sorted(keys.map(({ name }) => name));
  return view(reading, { endpoint: listApiKeys, request, isThere, content }, (body) =>
    sorted(
      z
        .array(z.object({ name: z.string() }))
        .parse(body)
        .map(({ name }) => name),
    ),
  );
}

const windows = z.array(
  z.object({ id: z.number(), station: z.string(), by: z.string(), ended_at: z.string().nullable(), rev: z.number() }),
);

function maintenanceOf(reading: Reading, { name: station }: Station): Promise<View> {
  const { viewer, world } = reading;
  const all = world.state.windows.filter((window) => window.station === station && seesOrg(viewer, window.org));
  const content = all.map(({ id, by, isEnded, rev }) => {
    const name = by.org === null && !isAdmin(viewer) ? "Groundcrew Support" : by.email;
    return { id, station, by: name, isEnded, rev };
  });
  const request = { query: { station } };
  return view(reading, { endpoint: listMaintenance, request, isThere: true, content: byId(content) }, (body) =>
    byId(
      windows
        .parse(body)
        .map(({ id, station: at, by, ended_at, rev }) => ({ id, station: at, by, isEnded: ended_at !== null, rev })),
    ),
  );
}

function organizationsOf(reading: Reading): Promise<View> {
  const { orgNames } = reading.world.state;
  const predicted = { endpoint: listOrganizations, request: {}, isThere: true, content: sorted(orgNames) };
  return view(reading, predicted, (body) => {
    const all = z.array(z.object({ name: z.string() })).parse(body);
    return sorted(all.map(({ name }) => name).filter((name) => orgNames.includes(name)));
  });
}

const groups = z.object({ groups: z.array(z.object({ title: z.string(), open: z.number(), total: z.number() })) });

/** The groups of the world's errors that have open ones, in whichever tab they are. */
export async function groupsOf(reading: Reading): Promise<View> {
  const { world, viewer } = reading;
  const messages = [...new Set(world.state.errors.map(({ message }) => message))];
  const all = messages.map((message) => ({
    title: message,
    open: openErrors(world.state, message).filter(({ station }) => isInTriage(world.state, station)).length,
    total: world.state.errors.filter((error) => error.message === message).length,
  }));
  const content = all.filter(({ open }) => open > 0);
  const tabs = await Promise.all(
    ["open", "archived", "resolved"].map((tab) =>
      view(
        reading,
        { endpoint: listErrorGroups, request: { query: { q: world.letters, tab } }, isThere: true, content: null },
        (body) => groups.parse(body).groups.filter(({ title, open }) => open > 0 && messages.includes(title)),
      ),
    ),
  );
  const refused = refusal(viewer, listErrorGroups);
  const shown = tabs.flatMap((tab) => (Array.isArray(tab.shown) ? tab.shown : [tab.shown]));
  return { what: "groups", predicted: refused ? tabs.map(() => refused) : sorted(content), shown: sorted(shown) };
}

function byId<One extends { id: number }>(all: readonly One[]): One[] {
  return all.toSorted((one, other) => one.id - other.id);
}

function sorted<One>(all: readonly One[]): One[] {
  const keyed = all.map((one) => ({ one, key: JSON.stringify(one) }));
  return keyed.toSorted((a, b) => (a.key < b.key ? -1 : 1)).map(({ one }) => one);
}
