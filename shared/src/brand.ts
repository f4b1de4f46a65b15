import { foldText } from "./lib/index.ts";

/**
 * The names of a deployment. The server can override each default from its environment (`BRAND_*`); the web app gets them from `GET
 * /api/console`.
 */
export type Brand = {
  /** Name of the product, displayed in the top bar and in emails. */
  product: string;
  /** Every station name is this prefix plus a 12-character id. */
  station_prefix: string;
  /** Organizations whose name starts with this are internal. */
  internal_prefix: string;
  /** Name of the organization that runs the fleet; its users see every station. */
  provider: string;
  /** Follows the station's serial number in the title of the camera dialog. */
  camera_label: string;
};

export const defaultBrand: Brand = {
  product: "Groundcrew",
  station_prefix: "gc-",
  internal_prefix: "Groundcrew",
  provider: "Groundcrew",
  camera_label: "Cameras",
};

/** The 12-character id in a station name; a name without the prefix is returned unchanged. */
export function shortId(name: string, brand: Pick<Brand, "station_prefix">): string {
  return name.startsWith(brand.station_prefix) ? name.slice(brand.station_prefix.length) : name;
}

/** Whether an organization belongs to the company itself (specification, section 5: "Non-{product}"). */
export function isInternal(organizationName: string, brand: Pick<Brand, "internal_prefix">): boolean {
  return organizationName.startsWith(brand.internal_prefix);
}

/** The name that customers see instead of the names of staff. */
export function supportName({ product }: Pick<Brand, "product">): string {
  return `${product} Support`;
}

/** True if a name has that of the support in it, by its letters and digits alone: others would take its owner for the support. */
export function isLikeSupport(name: string, brand: Pick<Brand, "product">): boolean {
  return lettersOf(name).includes(lettersOf(supportName(brand)));
}

function lettersOf(text: string): string {
  return foldText(text.normalize("NFKC")).replaceAll(/[^\p{L}\p{N}]/gu, "");
}
