import type { Brand } from "@groundcrew/shared/brand";
import { DEMO_ADMIN } from "../src/users/index.ts";
import { energySites, harborSites, logisticsSites, ownSites, surveySites, type Site } from "./sites.ts";

/** A demo organization, with the sites of its stations and what the stations are used for. */
export type DemoOrganization = {
  name: string;
  sites: readonly Site[];
  purposes: readonly string[];
  /** In how many days it begins to require a second step, if it does. */
  requiresStepIn?: number;
};

type Key = "skyline" | "harbor" | "northwind" | "meridian" | "provider" | "internal";

/** The six organizations. The brand sets the names of the provider's and the internal one. */
export function demoOrganizations(brand: Pick<Brand, "provider" | "internal_prefix">): Record<Key, DemoOrganization> {
  return {
    provider: {
      name: brand.provider,
      sites: ownSites,
      purposes: ["Demo station for visitors", "Spare unit", "Loan unit"],
    },
    internal: {
      name: `${brand.internal_prefix} Labs`,
      sites: ownSites,
      purposes: ["Soak test", "Firmware candidate", "Charger test rig", "Climate chamber"],
    },
    skyline: {
      name: "Skyline Logistics",
      sites: logisticsSites,
      purposes: ["Inventory flights", "Yard patrol", "Parcel relay", "Night patrol", "Roof inspection"],
    },
    harbor: {
      name: "Harbor Air",
      sites: harborSites,
      purposes: ["Quay inspection", "Mooring watch", "Crane inspection", "Pilot drop", "Water samples"],
    },
    northwind: {
      name: "Northwind Survey",
      sites: surveySites,
      purposes: ["Seed survey", "Snow depth", "River mapping", "Herd count", "Avalanche watch"],
    },
    meridian: {
      name: "Meridian Energy",
      sites: energySites,
      purposes: ["Panel thermography", "Blade inspection", "Leak patrol", "Fence patrol", "Dust survey"],
      requiresStepIn: 30,
    },
  };
}

/** The organization of each station, repeated for larger fleets. Even a fleet of six belongs to several organizations. */
export const ORGANIZATION_CYCLE: readonly Key[] = [
  "skyline",
  "harbor",
  "northwind",
  "meridian",
  "skyline",
  "internal",
  "harbor",
  "skyline",
  "northwind",
  "meridian",
  "skyline",
  "provider",
];

/** The password of every demo account. */
export const DEMO_PASSWORD = "groundcrew-demo-login";

/** The demo accounts. None has a second step yet, the admins included. */
export const demoAccounts: readonly {
  email: string;
  name: string;
  organization: Key;
  can_manage: boolean;
  can_admin: boolean;
}[] = [
  {
    email: DEMO_ADMIN,
    name: "Alex Admin",
    organization: "provider",
    can_manage: true,
    can_admin: true,
  },
  {
    email: "staff@groundcrew.example",
    name: "Sam Ortega",
    organization: "provider",
    can_manage: true,
    can_admin: false,
  },
  {
    email: "lee@groundcrew.example",
    name: "Lee Tran",
    organization: "provider",
    can_manage: true,
    can_admin: true,
  },
  {
    email: "priya@groundcrew.example",
    name: "Priya Nair",
    organization: "provider",
    can_manage: true,
    can_admin: true,
  },
  {
    email: "manager@skyline.example",
    name: "Morgan Reyes",
    organization: "skyline",
    can_manage: true,
    can_admin: false,
  },
  {
    email: "user@skyline.example",
    name: "Jamie Lindqvist",
    organization: "skyline",
    can_manage: false,
    can_admin: false,
  },
  {
    email: "manager@meridian.example",
    name: "Noor Haddad",
    organization: "meridian",
    can_manage: true,
    can_admin: false,
  },
  { email: "user@harbor.example", name: "Robin de Vries", organization: "harbor", can_manage: false, can_admin: false },
];

/** Authors of support log entries. Some of them no longer have an account. */
export const AUTHORS: readonly string[] = ["Alex Admin", "Sam Ortega", "Kari Nilsen", "Lee Tran", "Priya Nair"];
