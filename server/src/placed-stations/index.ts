export { findPlaced, isOneOf, MOST_STATIONS, type Placed } from "./placed-queries.ts";
