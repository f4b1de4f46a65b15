/** The same of the tables about how people log in. */
export const accountTables = {
  known_devices: { user_id: "required", device_hash: "required", last_used: "required", is_rejected: "required" },
  second_step_mails: { user_id: "required", required_from: "required", days: "required" },
  step_failures: { user_id: "required", failures: "required" },
  pending_logins: { token_hash: "required", user_id: "required", signed_in_by: "required", expires: "required" },
  passkeys: {
    id: "required",
    user_id: "required",
    credential_id: "required",
    public_key: "required",
    counter: "required",
    transports: "required",
    name: "required",
    added: "required",
    last_used: "nullable",
  },
  used_challenges: { challenge_hash: "required", expires: "required" },
  totp_apps: {
    user_id: "required",
    sealed: "required",
    added: "required",
    last_used: "nullable",
    last_step: "required",
  },
  recovery_codes: { user_id: "required", code_hash: "required", made: "required" },
} as const;
