const KEY = "has-passkey";

/** Remembers that a passkey was made or used in this browser, so that its login page offers passkeys. */
export function rememberPasskey(): void {
  localStorage.setItem(KEY, "1");
}

/** True if the login page offers passkeys: where none was used, it stays as it is without them. */
export function offersPasskeys(): boolean {
  return localStorage.getItem(KEY) !== null;
}
