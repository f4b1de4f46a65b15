import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { labels, matches, only, pod, portsOf, resourcesOf } from "./chart-resources.ts";

describe("the chart with brokers of the servers' own", () => {
  const resources = resourcesOf("own-brokers");
  const server = pod.parse(only(resources, "Deployment", "groundcrew").spec).template;
  const haproxy = pod.parse(only(resources, "Deployment", "groundcrew-haproxy").spec).template;
  const [container] = haproxy.spec.containers;
  const configuration = only(resources, "ConfigMap", "groundcrew-haproxy").data["haproxy.cfg"] ?? "";
  const ports = (of: typeof server) => new Map(of.spec.containers[0].ports.map((one) => [one.name, one.containerPort]));

  test("HAProxy has the rules of the documented configuration for stations", () => {
    const documented = readFileSync(new URL("../deploy/haproxy/haproxy.cfg", import.meta.url), "utf8");
    for (const section of ["frontend stations", "backend stations"]) {
      const own = linesOf(configuration, section);
      const settings = linesOf(documented, section);
      expect(settings.length).toBeGreaterThan(5);
      const missing = settings.filter((line) => !own.includes(line));
      expect(missing.filter((line) => !ELSEWHERE.some((word) => line.startsWith(word)))).toEqual([]);
    }
    expect(linesOf(configuration, "backend stations")).toContainEqual(
      expect.stringContaining(
        "server-template server 1-6 groundcrew-brokers.default.svc.cluster.local:1883 resolvers cluster",
      ),
    );
  });

  test("HAProxy listens where probes and services reach it, and finds servers, also those that are not ready", () => {
    const { livenessProbe, readinessProbe } = container;
    expect([livenessProbe, readinessProbe].map((one) => one?.httpGet)).toEqual(
      ["/healthz", "/readyz"].map((path) => ({ path, port: "haproxy" })),
    );
    expect(ports(haproxy)).toEqual(
      new Map([
        ["stations", 8883],
        ["haproxy", 8404],
      ]),
    );
    for (const port of ports(haproxy).values()) expect(configuration).toContain(`bind :${port}`);
    expect(ports(server).get("mqtt")).toBe(1883);
    const target = { "groundcrew-haproxy": haproxy, "groundcrew-haproxy-ops": haproxy, "groundcrew-brokers": server };
    for (const [name, of] of Object.entries(target)) {
      const service = only(resources, "Service", name);
      for (const { targetPort } of portsOf(service)) expect([name, ports(of).has(targetPort)]).toEqual([name, true]);
    }
    expect(only(resources, "Service", "groundcrew-brokers").spec).toMatchObject({
      clusterIP: "None",
      publishNotReadyAddresses: true,
    });
  });

  test("HAProxy gets its configuration and its certificate as files, and is started again when the configuration changes", () => {
    const mounted = new Map(container.volumeMounts.map(({ name, mountPath }) => [name, mountPath]));
    expect(container.args).toEqual(["haproxy", "-f", `${mounted.get("config")}/haproxy.cfg`]);
    const [, certificate = ""] = /ssl crt (\S+)/.exec(configuration) ?? [];
    const secret = haproxy.spec.volumes.find(({ name }) => name === "tls")?.secret;
    // HAProxy finds the key beside the certificate by its name.
    expect(secret?.items).toEqual([
      { key: "tls.crt", path: basename(certificate) },
      { key: "tls.key", path: `${basename(certificate)}.key` },
    ]);
    expect(certificate).toBe(`${mounted.get("tls")}/${basename(certificate)}`);
    expect(haproxy.metadata.annotations).toHaveProperty("checksum/config");
  });

  test("only HAProxy reaches the brokers, and stations anywhere reach HAProxy", () => {
    const { ingress } = policy.parse(only(resources, "NetworkPolicy", "groundcrew").spec);
    const toBrokers = ingress.filter((rule) => rule.ports.some(({ port }) => port === "mqtt"));
    const [rule] = z.tuple([z.looseObject({ from: z.tuple([fromPods]) })]).parse(toBrokers);
    expect(matches(rule.from[0].podSelector.matchLabels, haproxy.metadata.labels)).toBe(true);
    expect(matches(rule.from[0].podSelector.matchLabels, server.metadata.labels)).toBe(false);
    const own = policy.parse(only(resources, "NetworkPolicy", "groundcrew-haproxy").spec);
    expect(own.ingress).toContainEqual({ ports: [{ port: "stations" }] });
  });
});

const fromPods = z.object({ podSelector: z.object({ matchLabels: labels }) });
const policy = z.looseObject({
  ingress: z.array(z.looseObject({ ports: z.array(z.object({ port: z.string() })) })),
});

/** Lines of the documented configuration that are different in a cluster, by their first words. */
const ELSEWHERE = ["bind ", "server ", "stick-table ", "stick "];

/** The settings of a section of HAProxy's configuration. */
function linesOf(configuration: string, section: string): string[] {
  const [, body = ""] = configuration.split(`\n${section}\n`);
  const end = body.search(/^\w/m);
  const lines = body
    .slice(0, end < 0 ? undefined : end)
    .split("\n")
    .map((line) => line.trim());
  return lines.filter((line) => line !== "" && !line.startsWith("#"));
}
