// Node's url.parse, and the host that http.request contacts with its result: an agent of our own is told that
// host and connects to nothing. The lines are as main.rs says; what has no scheme is refused.
import { readFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import url from "node:url";

let contacted;
const agent = (module) => ({
  defaultPort: module.globalAgent.defaultPort,
  protocol: module.globalAgent.protocol,
  addRequest: (request, options) => {
    contacted = options.host;
    request.on("error", () => {});
    request.destroy();
  },
});
const modules = new Map([["http:", [http, agent(http)]], ["https:", [https, agent(https)]]]);

function host(text) {
  let parsed;
  try {
    parsed = url.parse(text);
    if (parsed.protocol === null) return undefined;
    if (!modules.has(parsed.protocol)) return (parsed.slashes && parsed.hostname) || "";
    const [module, agent] = modules.get(parsed.protocol);
    contacted = undefined;
    // What the path may not have stops the request, whoever is contacted.
    module.request({ ...parsed, path: "/", auth: null, agent });
    return contacted;
  } catch {
    return undefined;
  }
}

process.noDeprecation = true;
const answers = [`Node ${process.versions.node} url.parse`];
for (const line of readFileSync(0, "latin1").split("\n").slice(0, -1)) {
  const found = host(Buffer.from(line, "hex").toString("utf8"));
  answers.push(found ? "=" + Buffer.from(found).toString("hex") : found === "" ? "-" : "!");
}
process.stdout.write(answers.join("\n") + "\n");
