#!/usr/bin/env node
/* cluster: a house of three nodes, three servers of NATS and a balancer on this machine, by the files of
   examples/cluster, for a look. Ends with Ctrl-C, and leaves nothing. */
import { House } from "../tests/cluster/harness.mjs";

const endings = [];
const house = await House.open({ after: (end) => endings.push(end) }, { balancer: true, pace: 700, flags: [] });
console.log(`Négoce, the house:    http://localhost:${house.door.port}`);
house.nodes.forEach((node, i) => console.log(`         node ${i + 1}:       http://localhost:${node.port}   (process ${node.child.pid})`));
house.logs.forEach((log, i) => console.log(`         log ${i + 1}:        nats://127.0.0.1:${house.ports[i]}   (process ${log.child.pid})`));
console.log("Kill any of them and play on; Ctrl-C ends all.");
let ending = false;
for (const signal of ["SIGINT", "SIGTERM"])
  process.on(signal, async () => {
    if (ending) return;
    ending = true;
    for (const end of endings) await end().catch(() => {});
    process.exit(0);
  });
