/** A location where a customer keeps stations. `utc` is its offset from UTC in hours; `spots` are places on the site. */
export type Site = {
  city: string;
  state: string;
  country: string;
  continent: string;
  road: string;
  postcode: string;
  lat: number;
  lon: number;
  utc: number;
  spots: readonly string[];
};

type Line = readonly [
  city: string,
  state: string,
  road: string,
  postcode: string,
  lat: number,
  lon: number,
  utc: number,
];

function sitesIn(
  [country, continent]: readonly [string, string],
  spots: readonly string[],
  lines: readonly Line[],
): Site[] {
  return lines.map(([city, state, road, postcode, lat, lon, utc]) => ({
    city,
    state,
    country,
    continent,
    road,
    postcode,
    lat,
    lon,
    utc,
    spots,
  }));
}

const US = ["United States", "North America"] as const;

/** Warehouses and hubs of a parcel carrier. */
export const logisticsSites: readonly Site[] = [
  ...sitesIn(
    US,
    ["Hub roof", "Gate C", "Yard east"],
    [
      ["Memphis", "Tennessee", "Tchulahoma Road", "38118", 35.0424, -89.9767, -6],
      ["Columbus", "Ohio", "Rickenbacker Parkway", "43217", 39.8138, -82.9278, -5],
      ["Reno", "Nevada", "Lear Boulevard", "89506", 39.6627, -119.8696, -8],
    ],
  ),
  ...sitesIn(
    ["Germany", "Europe"],
    ["Halle 4", "Tor Nord", "Dach 2"],
    [
      ["Leipzig", "Saxony", "Terminalring", "04435", 51.4239, 12.2364, 1],
      ["Duisburg", "North Rhine-Westphalia", "Europaallee", "47229", 51.3945, 6.7271, 1],
    ],
  ),
  ...sitesIn(
    ["Poland", "Europe"],
    ["Dock 12", "Roof west"],
    [["Łódź", "Łódź Voivodeship", "Jędrzejowska", "93-636", 51.7014, 19.5303, 1]],
  ),
  ...sitesIn(
    ["Japan", "Asia"],
    ["Warehouse B", "Rooftop pad"],
    [["Narashino", "Chiba", "Akanehama 3-chome", "275-0024", 35.6621, 140.0216, 9]],
  ),
  ...sitesIn(
    ["Brazil", "South America"],
    ["Doca 7", "Pátio sul"],
    [["Guarulhos", "São Paulo", "Avenida Monteiro Lobato", "07190", -23.4302, -46.4731, -3]],
  ),
];

/** Ports and quays. */
export const harborSites: readonly Site[] = [
  ...sitesIn(
    ["Netherlands", "Europe"],
    ["Maasvlakte II quay 14", "Pilot station"],
    [["Rotterdam", "South Holland", "Europaweg", "3199 LC", 51.9512, 4.0421, 1]],
  ),
  ...sitesIn(
    ["Belgium", "Europe"],
    ["Gate B", "Lock 3"],
    [["Antwerp", "Flanders", "Scheldelaan", "2030", 51.2866, 4.3212, 1]],
  ),
  ...sitesIn(
    ["Singapore", "Asia"],
    ["Tuas berth 6", "Port control"],
    [["Singapore", "", "Tuas South Boulevard", "637051", 1.2633, 103.6189, 8]],
  ),
  ...sitesIn(
    US,
    ["Pier 400", "Container yard"],
    [["Los Angeles", "California", "Navy Way", "90731", 33.7381, -118.2546, -8]],
  ),
  ...sitesIn(
    ["Chile", "South America"],
    ["Muelle 2", "Breakwater"],
    [["Valparaíso", "Valparaíso Region", "Avenida Errázuriz", "2340000", -33.0366, -71.6248, -3]],
  ),
];

/** Survey fields, most of them far north. */
export const surveySites: readonly Site[] = [
  ...sitesIn(
    ["Norway", "Europe"],
    ["Hangar 3", "North ridge", "East field"],
    [
      ["Oslo", "Oslo", "Hangarveien", "0584", 59.9476, 10.8342, 1],
      ["Tromsø", "Troms", "Stakkevollvegen", "9010", 69.6733, 18.9731, 1],
      ["Kongsberg", "Buskerud", "Kirkegårdsveien", "3616", 59.6689, 9.6502, 1],
    ],
  ),
  ...sitesIn(
    ["Canada", "North America"],
    ["Camp 2", "Airstrip"],
    [
      ["Yellowknife", "Northwest Territories", "Archibald Street", "X1A 2R1", 62.4622, -114.4403, -7],
      ["Prince George", "British Columbia", "Airport Road", "V2N 4M6", 53.8894, -122.6789, -8],
    ],
  ),
  ...sitesIn(
    ["United Kingdom", "Europe"],
    ["Moor station", "Farm road"],
    [["Inverness", "Scotland", "Dalcross Industrial Estate", "IV2 7XB", 57.5371, -4.0478, 0]],
  ),
  ...sitesIn(
    ["New Zealand", "Oceania"],
    ["Valley line", "Shearing shed"],
    [["Queenstown", "Otago", "Glenda Drive", "9300", -45.0163, 168.7391, 12]],
  ),
];

/** Solar farms, wind farms and pipelines. */
export const energySites: readonly Site[] = [
  ...sitesIn(
    US,
    ["Array 4", "Substation", "Pipeline km 12"],
    [
      ["Midland", "Texas", "FM 1788", "79706", 31.9333, -102.2078, -6],
      ["Boron", "California", "Twenty Mule Team Road", "93516", 35.0131, -117.6381, -8],
    ],
  ),
  ...sitesIn(
    ["Spain", "Europe"],
    ["Campo 2", "Torre norte"],
    [["Tabernas", "Andalusia", "Carretera de Senés", "04200", 37.0913, -2.3583, 1]],
  ),
  ...sitesIn(
    ["United Arab Emirates", "Asia"],
    ["Field 9", "Control room"],
    [["Sweihan", "Abu Dhabi", "Sweihan Road", "00000", 24.4686, 55.3421, 4]],
  ),
  ...sitesIn(
    ["Australia", "Oceania"],
    ["Block C", "Turbine 31"],
    [["Port Augusta", "South Australia", "Shirley Street", "5700", -32.4936, 137.7743, 10]],
  ),
  ...sitesIn(
    ["Denmark", "Europe"],
    ["Nacelle store", "Quay 1"],
    [["Esbjerg", "Southern Denmark", "Østre Havnevej", "6700", 55.4611, 8.4498, 1]],
  ),
];

/** The provider's own sites. */
export const ownSites: readonly Site[] = sitesIn(
  US,
  ["Test hall", "Soak rig", "Yard", "Training pad"],
  [["Boulder", "Colorado", "Airport Boulevard", "80301", 40.0336, -105.2256, -7]],
);
