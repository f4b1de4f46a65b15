import { DAY_MS } from "@groundcrew/shared/lib";

/** Ids of an organization's resources, named as in the calls. */
export type Ids = {
  station: string;
  org: number;
  /** Of a user. */
  email: string;
  person: number;
  /** Name of an API key. */
  key: string;
  wallboard: number;
  site: number;
  stationTag: number;
  /** Of a tag that another one is merged into. */
  otherStationTag: number;
  /** A view that is shared with the organization. */
  view: number;
  /** Of an import that was applied. */
  import: number;
  error: number;
  /** Of a group of errors, and of its fingerprint. */
  group: number;
  fingerprint: number;
  /** Of a group that is merged with `group`. */
  otherGroup: number;
  entry: number;
  tag: number;
  /** Of a maintenance of the station, and when it ends. */
  window: number;
  until: string;
  /** An act on several stations. */
  act: number;
  stream: string;
  channel: number;
  /** Of a notification. */
  delivery: number;
  /** An alert rule. */
  rule: number;
  /** An alert about the station. */
  alert: number;
  /** Of a user. */
  device: number;
  /** Of a user. */
  session: number;
  /** Of a user. */
  passkey: number;
  /** Of an account elsewhere. */
  identity: number;
  /** An entry of the audit log. */
  audited: number;
  /** Of an act that can be undone. */
  request: string;
  /** An upload token for an image. */
  upload: string;
};

/** Well-formed ids that don't exist. */
export const INVENTED: Ids = {
  station: "gc-ffffffffffff",
  org: 2_000_000_001,
  email: "invented@nowhere.example",
  person: 2_000_000_015,
  key: "key_zzzzzzzzzz",
  wallboard: 2_000_000_016,
  site: 2_000_000_017,
  stationTag: 2_000_000_018,
  otherStationTag: 2_000_000_019,
  view: 2_000_000_020,
  import: 2_000_000_021,
  error: 2_000_000_002,
  group: 2_000_000_005,
  fingerprint: 2_000_000_006,
  otherGroup: 2_000_000_007,
  entry: 2_000_000_003,
  tag: 2_000_000_004,
  window: 2_000_000_009,
  until: new Date(Date.now() + DAY_MS).toISOString(),
  act: 2_000_000_017,
  stream: "f".repeat(32),
  channel: 2_000_000_008,
  delivery: 2_000_000_010,
  rule: 2_000_000_011,
  alert: 2_000_000_012,
  device: 2_000_000_013,
  session: 2_000_000_022,
  passkey: 2_000_000_023,
  identity: 2_000_000_024,
  audited: 2_000_000_014,
  request: "00000000-0000-4000-8000-0000000000ff",
  upload: "invented",
};
