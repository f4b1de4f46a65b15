import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { readPassword, type ClusterOptions } from "./cluster.ts";
import { SOCKET_PREFIX } from "./pid-file.ts";
import { give, isWindows } from "./run-as.ts";

/** Where clients reach the server: a private socket folder, or on Windows a port on the loopback address. */
export type Address = { kind: "socket"; folder: string } | { kind: "port"; port: number };

export async function makeAddress({ runAs }: ClusterOptions): Promise<Address> {
  if (isWindows) return { kind: "port", port: await freePort() };
  // mkdtemp creates it with mode 0700 and an unguessable name.
  const folder = mkdtempSync(SOCKET_PREFIX);
  give(folder, runAs);
  return { kind: "socket", folder };
}

/** Removes what a killed server left in its socket folder. */
export function clearAddress(address: Address): void {
  if (address.kind === "port") return;
  for (const name of readdirSync(address.folder)) rmSync(join(address.folder, name), { force: true });
}

export function removeAddress(address: Address): void {
  if (address.kind === "socket") rmSync(address.folder, { recursive: true, force: true });
}

/** Sets port and TLS, so that PGPORT and PGSSLMODE of the environment do not apply. Contains the password: never log it. */
export function urlOf(address: Address, data: string): string {
  const who = `postgres://postgres:${readPassword(data)}`;
  if (address.kind === "port") return `${who}@127.0.0.1:${address.port}/postgres?sslmode=disable`;
  return `${who}@localhost:5432/postgres?host=${address.folder}&sslmode=disable`;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === "string") throw new Error("The system gave no port for PostgreSQL.");
  return address.port;
}
