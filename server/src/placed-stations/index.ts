export { findPlaced, isOneOf, type Placed } from "./placed-queries.ts";
