/** URL of a listener on this machine. */
export function addressOf(scheme: string, host: string, port: number | undefined): string {
  return `${scheme}://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
