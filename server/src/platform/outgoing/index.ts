export { openOutgoing, type Outgoing } from "./outgoing.ts";
export { nameResolver, type Resolve } from "./resolve-names.ts";
