import { readFileSync } from "node:fs";
import { parseAllDocuments } from "yaml";
import { z } from "zod";
import { renderedPath } from "./render-chart.ts";

export const labels = z.record(z.string(), z.string());
const probe = z.looseObject({ httpGet: z.object({ path: z.string(), port: z.string() }) });
const podSpec = z.looseObject({
  terminationGracePeriodSeconds: z.number().default(30),
  securityContext: z.looseObject({ runAsNonRoot: z.literal(true), fsGroup: z.number() }),
  containers: z.tuple([
    z.looseObject({
      image: z.string(),
      args: z.array(z.string()).optional(),
      securityContext: z.looseObject({
        readOnlyRootFilesystem: z.literal(true),
        allowPrivilegeEscalation: z.literal(false),
      }),
      env: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
      envFrom: z.array(z.unknown()).default([]),
      ports: z.array(z.object({ name: z.string(), containerPort: z.number() })).default([]),
      startupProbe: probe.optional(),
      livenessProbe: probe.optional(),
      readinessProbe: probe.optional(),
      volumeMounts: z.array(z.looseObject({ name: z.string(), mountPath: z.string() })),
    }),
  ]),
  volumes: z.array(
    z.looseObject({
      name: z.string(),
      secret: z
        .looseObject({ secretName: z.string(), items: z.array(z.object({ key: z.string(), path: z.string() })) })
        .optional(),
    }),
  ),
});
export const pod = z.object({
  template: z.looseObject({ metadata: z.looseObject({ labels, annotations: labels.optional() }), spec: podSpec }),
});
const resource = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string(), labels, annotations: labels.optional() }),
  spec: z.looseObject({}).default({}),
  data: labels.default({}),
});
type Resource = z.output<typeof resource>;

export function resourcesOf(example: string): Resource[] {
  const documents = parseAllDocuments(readFileSync(renderedPath(example), "utf8"));
  return documents.map((document) => resource.parse(document.toJS()));
}

export function only(resources: readonly Resource[], kind: string, name?: string): Resource {
  const [found, ...others] = resources.filter(
    (one) => one.kind === kind && (name === undefined || one.metadata.name === name),
  );
  if (found === undefined || others.length > 0) throw new Error(`There is not exactly one ${kind} ${name ?? ""}.`);
  return found;
}

export function matches(selector: Record<string, string>, of: Record<string, string>): boolean {
  return Object.entries(selector).every(([name, value]) => of[name] === value);
}

export function portsOf({ spec }: Resource) {
  return z.looseObject({ ports: z.array(z.looseObject({ name: z.string(), targetPort: z.string() })) }).parse(spec)
    .ports;
}
