import type { Finding } from "@groundcrew/shared/system";
import type { Config } from "../../server/src/platform/config/index.ts";
import { reasonOf } from "../../server/src/platform/lib/index.ts";
import { probe } from "../ports.ts";

type Port = { name: string; host: string; port: number };

export async function checkPorts({ host, port, opsHost, opsPort, broker }: Config): Promise<Finding[]> {
  const ports: Port[] = [
    { name: "PORT", host, port },
    { name: "OPS_PORT", host: opsHost, port: opsPort },
    ...(broker.kind === "embedded" ? [{ name: "MQTT_PORT", host: broker.host, port: broker.port }] : []),
  ];
  const findings = await Promise.all(ports.map((each) => checkPort(each)));
  const problems = findings.flatMap((finding) => finding ?? []);
  const list = ports.map(({ name, port }) => `${port} (${name})`).join(", ");
  return problems.length > 0 ? problems : [{ about: "ports", state: "ok", sentence: `${list} are free.` }];
}

async function checkPort({ name, host, port }: Port): Promise<Finding | null> {
  try {
    await probe(host, port);
    return null;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const why = code === "EADDRINUSE" ? "is in use by another program" : `cannot be used (${reasonOf(error)})`;
    return {
      about: "ports",
      state: "problem",
      sentence: `Port ${port} (${name}) ${why}. Stop that one, or choose another.`,
    };
  }
}
