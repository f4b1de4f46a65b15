import { isIP } from "node:net";
import { resolve } from "node:path";
import { z } from "zod";
import { parsed, valid, type Mode } from "./kinds.ts";

export function urlText(protocols: readonly string[], example: string) {
  return valid((input) => parseUrl(input, protocols) !== null, `must look like ${example}`);
}

/** A listen address. The demo has well-known passwords, so it must not be reachable from other machines. */
export function listenAddress(mode: Mode) {
  const rule = (input: string) => `must be a loopback address such as 127.0.0.1 in demo mode, not "${input}"`;
  return valid((input) => mode === "production" || isLoopback(input), rule);
}

export function hostName() {
  const isHost = (input: string) => URL.canParse(`http://${input}/`) && /^[\w.-]+$|^\[[0-9a-f:]+\]$/i.test(input);
  return valid(isHost, (input) => `must be a host name or an address alone, such as relay.example.com, not "${input}"`);
}

/** Comma-separated addresses and networks. A network that contains every address is rejected. */
export function proxyAddresses() {
  return z.string().transform((input, context) => {
    const addresses = input.split(",").flatMap((address) => address.trim() || []);
    for (const address of addresses.filter((each) => !isProxyAddress(each))) {
      const rule =
        "must list IP addresses or networks such as 10.0.0.0/8, but not a network that contains every address";
      context.addIssue({ code: "custom", message: `${rule}; "${address}" is not allowed` });
    }
    return addresses;
  });
}

export function origin(mode: Mode) {
  const protocols = mode === "production" ? ["https:"] : ["http:", "https:"];
  return parsed(
    (input) => originOf(input, protocols),
    (input) =>
      mode === "production" && parseUrl(input, ["http:"]) !== null
        ? `must begin with https:// in production, because passwords pass there, not "${input}"`
        : `must be an address like https://console.example.com without a path, not "${input}"`,
  );
}

export function originOfStore() {
  const read = (input: string) => originOf(input, ["http:", "https:"]);
  return parsed(read, "must be an address like https://s3.example.com without a path");
}

/** Bucket names with dots are valid, but break TLS certificate validation. */
export function bucket() {
  const isName = (input: string) => /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/.test(input);
  return valid(isName, "must be 3 to 63 lower-case letters, digits and dashes");
}

export function timeOfDay() {
  const isTime = (input: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(input);
  return valid(isTime, (input) => `must be a time of day such as 02:00, not "${input}"`);
}

export function stationPrefix() {
  const isPrefix = (input: string) => /^[a-z0-9-]{1,20}$/.test(input);
  return valid(isPrefix, "must be 1 to 20 lower-case letters, digits and dashes");
}

export function databaseUrl() {
  const isPostgres = (input: string) => {
    const url = URL.parse(input);
    if (url?.protocol !== "postgres:" && url?.protocol !== "postgresql:") return false;
    // For a Unix socket, the `host` parameter replaces the host.
    return url.hostname !== "" || url.searchParams.has("host");
  };
  return valid(isPostgres, "must look like postgres://user:password@host:5432/database");
}

/** One address of NATS, or several of a cluster. */
export function natsUrls() {
  const isNats = (input: string) => input.split(",").every((url) => parseUrl(url, ["nats:", "tls:"]) !== null);
  return valid(isNats, "must look like tls://token@host:4222; with several, separated by commas");
}

/** Admins paste it into a command line, so it contains no login and no shell metacharacters. */
export function plainBrokerUrl() {
  const isPlain = (input: string) => {
    const url = parseUrl(input, ["mqtt:", "mqtts:"]);
    return url !== null && /^[a-z0-9.:[\]-]+$/i.test(url.host) && `${url.protocol}//${url.host}` === input;
  };
  return valid(isPlain, "must look like mqtts://broker.example.com:8883, without a login or a path");
}

/** A URL that contains each of these placeholders. */
export function template(placeholders: readonly string[], example: string) {
  const isTemplate = (input: string) =>
    placeholders.every((each) => input.includes(each)) && parseUrl(input, ["http:", "https:"]) !== null;
  return valid(isTemplate, `must look like ${example}`);
}

export function relayAddress(mode: Mode) {
  const rule = (input: string) =>
    isIP(input) === 0
      ? `must be an IP address of this machine, or 0.0.0.0 for each of them, not "${input}"`
      : `must be a loopback address such as 127.0.0.1 in demo mode, not "${input}"`;
  return valid((input) => isIP(input) !== 0 && (mode === "production" || isLoopback(input)), rule);
}

export function adminEmail() {
  const read = (input: string) => {
    const email = input.toLowerCase();
    return z.email().safeParse(email).success && !email.endsWith(".example") ? email : null;
  };
  return parsed(read, (input) => `must be the real email address of the first admin, not "${input}"`);
}

/** `findProblem` returns why a text is not acceptable as a secret, or null. Its message must not contain the secret. */
export function secret(findProblem: (input: string) => string | null) {
  return valid(
    (input) => findProblem(input) === null,
    (input) => findProblem(input) ?? "",
  );
}

/** A path, resolved to an absolute one. */
export function path() {
  return z.string().transform((input) => resolve(input));
}

/** The parsed URL if it has one of these protocols (such as `https:`) and a host; otherwise null. */
function parseUrl(input: string, protocols: readonly string[]): URL | null {
  const url = URL.parse(input);
  return url !== null && protocols.includes(url.protocol) && url.hostname !== "" ? url : null;
}

export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}

function originOf(input: string, protocols: readonly string[]): string | null {
  const url = parseUrl(input, protocols);
  return url !== null && `${url.origin}/` === url.href ? url.origin : null;
}

function isProxyAddress(input: string): boolean {
  const [address = "", prefix, ...rest] = input.split("/");
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  if (prefix === undefined) return true;
  return /^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128);
}

export const SECRET_KEY_LENGTH = 32;
export const ADMIN_PASSWORD_LENGTH = 15;
export const PASSPHRASE_LENGTH = 15;
const ADMIN_PASSWORD_MAX_LENGTH = 128;

const DISTINCT_CHARACTERS = 6;

/** Not allowed in production: the demo's own secrets and placeholders from example files. */
const KNOWN = [
  "groundcrewdemo",
  "demologin",
  "changeme",
  "changethis",
  "secretkey",
  "replaceme",
  "yoursecret",
  "password",
];

/** Why a text is not acceptable as a shared key, phrased to follow the setting's name; null when it is acceptable. */
export function keyProblem(text: string): string | null {
  return secretProblem(text, SECRET_KEY_LENGTH);
}

/** Why a text is not acceptable as the passphrase of backups, phrased to follow the setting's name; null when it is acceptable. */
export function passphraseProblem(text: string): string | null {
  return secretProblem(text, PASSPHRASE_LENGTH);
}

/** Why a text is not acceptable as the first admin's password, phrased to follow the setting's name; null when it is acceptable. */
export function adminPasswordProblem(text: string): string | null {
  const problem = secretProblem(text, ADMIN_PASSWORD_LENGTH);
  if (problem !== null) return problem;
  return text.length > ADMIN_PASSWORD_MAX_LENGTH ? `must have at most ${ADMIN_PASSWORD_MAX_LENGTH} characters` : null;
}

/** Why a text is not acceptable as a secret, phrased to follow the setting's name; null when it is acceptable. */
function secretProblem(text: string, length: number): string | null {
  if (text.length < length) return `must have at least ${length} characters`;
  if (new Set(text).size < DISTINCT_CHARACTERS) return "repeats the same few characters";
  const letters = text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  return KNOWN.some((known) => letters.includes(known)) ? "is too common; choose several unrelated words" : null;
}
