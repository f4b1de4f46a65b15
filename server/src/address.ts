/** Address of a listener of this machine. */
export function addressOf(scheme: string, host: string, port: number | undefined): string {
  return `${scheme}://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
