/** The part of `columns` about the audit log. */
export const auditColumns = {
  audit_entries: {
    id: "required",
    at: "required",
    actor_kind: "required",
    actor: "required",
    ip: "nullable",
    request_id: "required",
    action: "required",
    target: "required",
    org_id: "nullable",
    actor_org_id: "nullable",
    agent: "nullable",
    before: "nullable",
    after: "nullable",
  },
  audit_chain: { position: "required", entry_id: "required", hash: "required" },
  audit_chain_ends: {
    only_one: "required",
    position: "required",
    hash: "required",
    start_position: "required",
    start_hash: "required",
  },
  audit_checks: {
    only_one: "required",
    checked: "required",
    entries: "required",
    broken_entry: "nullable",
    broken_at: "nullable",
    reason: "nullable",
  },
} as const;
