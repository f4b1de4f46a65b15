import { once } from "node:events";
import { createServer } from "node:net";
import { Aedes } from "aedes";

// A broker of others, as a process that may be killed: it lets everybody in and keeps nothing. It knows no shared
// subscriptions, so a group of one server is taken for that server. Ends when its standard input does.
const [port = "0"] = process.argv.slice(2);
process.stdin.once("end", () => process.exit());
process.stdin.resume();
const broker = await Aedes.createBroker({
  authorizeSubscribe: (_, subscription, done) => {
    done(null, { ...subscription, topic: subscription.topic.replace(/^\$share\/[^/]+\//, "") });
  },
});
const server = createServer(broker.handle).listen(Number(port), "127.0.0.1");
await once(server, "listening");
const address = server.address();
process.stdout.write(`${typeof address === "object" ? address?.port : ""}\n`);
