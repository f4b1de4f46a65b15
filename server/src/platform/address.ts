/** URL of a listener on this machine. */
export function addressOf(scheme: string, host: string, port: number | undefined): string {
  return `${scheme}://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** The same URL without user name and password. */
export function withoutLogin(text: string): string {
  const url = new URL(text);
  url.username = "";
  url.password = "";
  return url.href;
}
