import { toCsv } from "@groundcrew/shared/lib";
import { attemptsIn, successRange, successRate, type StationSwaps } from "@groundcrew/shared/swap-attempts";

/** The content of the file that Download CSV saves: a row for each station. Rates are from 0 to 1. */
export function successCsv(stations: readonly StationSwaps[]): string {
  const head = [
    "Station",
    "Serial Number",
    "Organization",
    "Attempts",
    "Succeeded",
    "Succeeded With Errors",
    "Failed",
    "Success Rate",
    "Likely From",
    "Likely To",
    "Top Cause",
  ];
  const rows = stations.map((station) => {
    const { from, to } = successRange(station);
    const rates = [successRate(station), from, to].map((rate) => (rate === null ? null : Number(rate.toFixed(4))));
    const { succeeded, with_errors, failed } = station;
    const counts = [attemptsIn(station), succeeded, with_errors, failed];
    return [station.station, station.serial_number, station.organization, ...counts, ...rates, station.cause];
  });
  return toCsv(head, rows);
}
