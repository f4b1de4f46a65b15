import type { PasskeyTransport, SignInMethod } from "@groundcrew/shared/account";
import type { KeyScope } from "@groundcrew/shared/contract";
import type { Timestamp } from "@groundcrew/shared/lib";
import type { Preferences, SecondStep } from "@groundcrew/shared/sessions";
import type { Generated } from "kysely";

/**
 * Tables without station data: accounts, logins, and the server's own bookkeeping. Times are ISO text (see `platform/db/connect.ts`), `bigint`
 * columns are numbers, `json` columns contain parsed JSON.
 */
export type SharedTables = {
  /** Applied migrations, with the checksum of their text at the time, and the oldest version that can use the tables after them. */
  migrations: { name: string; checksum: string; applied: Generated<Timestamp>; oldest_version: string | null };
  organizations: {
    id: Generated<number>;
    name: string;
    is_provider: Generated<boolean>;
    is_internal: Generated<boolean>;
    created: Generated<Timestamp>;
    /** A calendar day of UTC. */
    second_step_from: string | null;
  };
  users: {
    id: Generated<number>;
    email: string;
    name: Generated<string>;
    org_id: number;
    can_manage: Generated<boolean>;
    can_admin: Generated<boolean>;
    password_hash: string | null;
    google_sub: string | null;
    created: Generated<Timestamp>;
    password_set: Timestamp | null;
    time_zone: Generated<Preferences["time_zone"]>;
    units: Generated<Preferences["units"]>;
    theme: Preferences["theme"];
    mails_new_device: Generated<boolean>;
  };
  invitations: {
    org_id: number;
    email: string;
    can_manage: Generated<boolean>;
    invited_by: string;
    sent: Timestamp;
    expires: Timestamp;
    mailed: Timestamp | null;
    code_hash: Uint8Array | null;
    mail_failed: Timestamp | null;
    mail_reply: string | null;
  };
  sessions: {
    token_hash: Uint8Array;
    user_id: number;
    created: Generated<Timestamp>;
    last_used: Generated<Timestamp>;
    expires: Timestamp;
    id: Generated<number>;
    signed_in_by: SignInMethod | null;
    ip: string | null;
    agent: string | null;
    second_step: SecondStep | null;
    confirmed: Timestamp | null;
    device_hash: Uint8Array | null;
    is_new_device: Generated<boolean>;
    id_token: Uint8Array | null;
  };
  known_devices: {
    user_id: number;
    device_hash: Uint8Array;
    last_used: Timestamp;
    is_rejected: Generated<boolean>;
    new_session: Generated<number | null>;
  };
  second_step_mails: { user_id: number; required_from: string; days: number };
  step_failures: { user_id: number; failures: number };
  pending_logins: {
    token_hash: Uint8Array;
    user_id: number;
    signed_in_by: SignInMethod;
    expires: Timestamp;
    id_token: Uint8Array | null;
  };
  /** `users.google_sub` is written by servers of the release before only. */
  identities: {
    id: Generated<number>;
    user_id: number;
    issuer: string;
    subject: string;
    email: string | null;
    linked: Generated<Timestamp>;
    last_used: Timestamp | null;
  };
  single_sign_on: {
    org_id: number;
    name: string;
    issuer: string;
    client_id: string;
    sealed: Uint8Array;
    trusts_emails: boolean;
    role_claim: string | null;
    manager_values: string[];
    creates_users: boolean;
    is_on: boolean;
    rev: Generated<number>;
    edited: Generated<Timestamp>;
    edited_by: string;
  };
  single_sign_on_domains: { domain: string; org_id: number };
  passkeys: {
    id: Generated<number>;
    user_id: number;
    credential_id: string;
    public_key: Uint8Array;
    counter: number;
    transports: PasskeyTransport[];
    name: string;
    added: Generated<Timestamp>;
    last_used: Timestamp | null;
  };
  used_challenges: { challenge_hash: Uint8Array; expires: Timestamp };
  totp_apps: {
    user_id: number;
    sealed: Uint8Array;
    added: Generated<Timestamp>;
    last_used: Timestamp | null;
    last_step: number;
  };
  recovery_codes: { user_id: number; code_hash: Uint8Array; made: Generated<Timestamp> };
  /** The id that distinguishes this installation from others that send to the same receivers. Alerts before `first_alert` were sent without it. */
  installation: {
    only_one: Generated<boolean>;
    id: string;
    first_alert: number;
    swaps_counted_since: Generated<Timestamp>;
  };
  support_log_tags: {
    id: Generated<number>;
    name: string;
    alerting: Generated<boolean>;
    canonical_id: number | null;
    alert_target: string | null;
    created: Generated<Timestamp>;
  };
  audit_entries: {
    id: Generated<number>;
    at: Generated<Timestamp>;
    actor_kind: "user" | "api_key" | "station" | "anonymous" | "server";
    actor: string;
    ip: string | null;
    request_id: string;
    action: string;
    target: string;
    org_id: number | null;
    actor_org_id: number | null;
    /** The program that sent the request, as it names itself. */
    agent: string | null;
    before: unknown;
    after: unknown;
  };
  audit_checks: {
    only_one: Generated<boolean>;
    checked: Timestamp;
    entries: number;
    broken_entry: number | null;
    broken_at: Timestamp | null;
    reason: string | null;
    verified_position: number | null;
    verified_hash: string | null;
    verified_entry: number | null;
    full_check: Timestamp | null;
  };
  idempotency_keys: {
    principal: string;
    action: string;
    key: string;
    request_hash: Uint8Array;
    status: number;
    body: string | null;
    request_id: string | null;
    has_changed: Generated<boolean>;
    created: Generated<Timestamp>;
    provisional_until: Timestamp | null;
  };
  jobs: {
    id: Generated<number>;
    kind: string;
    payload: unknown;
    subject: string | null;
    created: Generated<Timestamp>;
    run_after: Generated<Timestamp>;
    attempts: Generated<number>;
    leased_until: Timestamp | null;
    last_error: string | null;
    ended: Timestamp | null;
    outcome: "done" | "dropped" | "given_up" | null;
    receiver: string | null;
    org_id: number | null;
    key: string | null;
    failures: Generated<number>;
  };
  password_codes: { user_id: number; code_hash: Uint8Array; created: Timestamp; expires: Timestamp };
  throttles: { bucket: string; attempts: number; next_attempt: Timestamp; last_attempt: Timestamp };
  api_keys: {
    id: Generated<number>;
    org_id: number;
    name: string;
    description: string;
    kind: Generated<"general">;
    secret_hash: Uint8Array;
    created: Generated<Timestamp>;
    created_by: string;
    last_used: Timestamp | null;
    scopes: Generated<KeyScope[]>;
    by_staff: Generated<boolean>;
    ends: Timestamp | null;
    renewed: Timestamp | null;
    addresses: Generated<string[]>;
    last_used_from: string | null;
    old_secret_hash: Uint8Array | null;
    old_secret_ends: Timestamp | null;
    mailed_days: number | null;
  };
  saved_views: {
    id: Generated<number>;
    org_id: number;
    owner_id: number | null;
    name: string;
    settings: unknown;
    shared: boolean;
    rev: Generated<number>;
    changed_by: string;
  };
  default_views: {
    user_id: number;
    view_id: number;
  };
  wallboards: {
    id: Generated<number>;
    org_id: number;
    token_name: string;
    secret_hash: Uint8Array;
    name: string;
    view: unknown;
    pages: string[];
    turn_s: number;
    theme: string;
    rev: Generated<number>;
    created: Generated<Timestamp>;
    ends: Timestamp;
    last_used: Timestamp | null;
    last_address: string | null;
  };
  imports: {
    id: Generated<number>;
    kind: string;
    station_type: string | null;
    file_name: string;
    created: Generated<Timestamp>;
    created_by: string;
    content: Uint8Array | null;
    bytes: number;
    lines: number;
    encoding: string;
    delimiter: string;
    titles: string[];
    examples: string[];
    fields: unknown;
    columns: unknown;
    counts: unknown;
    applied: Timestamp | null;
    applied_by: string | null;
    request_id: string | null;
    undone: Timestamp | null;
    undone_by: string | null;
  };
  import_lines: {
    import_id: number;
    line: number;
    key: string;
    result: string;
    changes: unknown;
    reason: string | null;
    name: string | null;
    rev: string | null;
  };
};
