import { z } from "zod";
import { endpoint } from "../contract/index.ts";
import { flagInQuery } from "../lib/index.ts";
import { organization, organizationName } from "./organization.ts";

export const listOrganizations = endpoint({
  name: "listOrganizations",
  summary:
    "All organizations, ordered by name, if requested with the number of their stations, or of their users without a second factor.",
  method: "GET",
  path: "/api/organizations",
  access: "admin",
  keyScope: null,
  topics: ["organizations", "users"],
  query: z.strictObject({
    include_station_quantity: flagInQuery.optional(),
    include_users_without: flagInQuery.optional(),
  }),
  replies: { 200: z.array(organization) },
});

export const newOrganization = z.strictObject({ name: organizationName });

export const createOrganization = endpoint({
  name: "createOrganization",
  summary: "Adds an organization. A name that is in use is a 409.",
  method: "POST",
  path: "/api/organizations",
  access: "admin",
  keyScope: null,
  topics: ["organizations"],
  idempotencyKey: true,
  query: newOrganization,
  refusals: [409],
  replies: { 201: organization },
});
