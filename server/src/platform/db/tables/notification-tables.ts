import type { Timestamp } from "@groundcrew/shared/lib";
import type { Generated } from "kysely";

/** The tenant tables of channels and notifications. */
export type NotificationTables = {
  channels: {
    id: Generated<number>;
    org_id: number;
    kind: string;
    name: string;
    address: string;
    sealed: Uint8Array;
    old_secret_until: Timestamp | null;
    paused: Timestamp | null;
    paused_until: Timestamp | null;
    paused_by: string | null;
    paused_by_staff: Generated<boolean>;
    pause_reason: string | null;
    failing_since: Timestamp | null;
    failures: Generated<number>;
    last_failure: string | null;
    gave_up: Timestamp | null;
    last_ok: Timestamp | null;
    last_tested: Timestamp | null;
    last_test_failed: Generated<boolean>;
    created: Generated<Timestamp>;
    created_by: string;
    created_by_staff: Generated<boolean>;
    creator_id: number | null;
    edited: Timestamp | null;
    edited_by: string | null;
    edited_by_staff: Generated<boolean>;
    rev: Generated<number>;
  };
  /** Calls of which an organization may make only some, by kind (`action`): tests of channels, addresses of channels, invitations. */
  channel_tests: { org_id: number; at: Generated<Timestamp>; action: Generated<string> };
  devices: {
    id: Generated<number>;
    user_id: number;
    name: string;
    endpoint: string;
    endpoint_hash: string;
    p256dh: Uint8Array;
    auth: Uint8Array;
    created: Generated<Timestamp>;
    last_sent: Timestamp | null;
    ended: Timestamp | null;
    end_reason: string | null;
  };
  /** Calls of which a person may make only some, by kind (`action`): tests of devices, and subscriptions. */
  device_tests: { user_id: number; at: Generated<Timestamp>; action: Generated<string> };
  push_keys: {
    id: Generated<number>;
    public_key: Uint8Array;
    sealed: Uint8Array;
    created: Generated<Timestamp>;
  };
  rule_subscriptions: {
    user_id: number;
    rule_id: number;
    email: boolean;
    push: boolean;
  };
  topic_subscriptions: {
    user_id: number;
    topic: string;
    email: boolean;
    push: boolean;
  };
  quiet_hours: {
    user_id: number;
    starts: string;
    ends: string;
    zone: string;
    urgent_after_hour: boolean;
  };
  message_attempts: {
    id: Generated<number>;
    message_id: string;
    at: Generated<Timestamp>;
    status: number | null;
    ms: number;
    why: string;
    answer: string;
  };
  notifications: {
    id: Generated<number>;
    created: Generated<Timestamp>;
    org_id: number;
    type: string;
    alert_id: number | null;
    step: number | null;
    title: string;
    body: string | null;
    path: string | null;
    rule_id: number | null;
    rule: string | null;
    recipient: string;
    channel_id: number | null;
    channel: string | null;
    user_id: number | null;
    person: string | null;
    device_id: number | null;
    device: string | null;
    group_key: string;
    urgent: boolean;
    passes_quiet: Generated<boolean>;
    send_after: Generated<Timestamp>;
    result: Generated<string>;
    why: Generated<string>;
    message_id: string | null;
    sent: Timestamp | null;
    may_have_arrived: Generated<boolean>;
  };
};
