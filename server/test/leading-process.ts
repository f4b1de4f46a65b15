import { runOnOneServer } from "../src/platform/db/leader.ts";

/** A process that says when it begins the work of the leader. The first argument is the database's URL. */
const [, , url = ""] = process.argv;
runOnOneServer(
  () => {
    process.stdout.write("started\n");
    return { stop: async () => {} };
  },
  { url, log: { warn: () => {} } },
);
