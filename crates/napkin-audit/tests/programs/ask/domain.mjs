// What Node.js maps names to the DNS with. The lines are names; else they are as main.rs says.
import { readFileSync } from "node:fs";
import { domainToASCII } from "node:url";

const answers = [`Node ${process.versions.node} domainToASCII`];
for (const line of readFileSync(0, "latin1").split("\n").slice(0, -1)) {
  const mapped = domainToASCII(Buffer.from(line, "hex").toString("utf8"));
  answers.push(mapped === "" ? "!" : "=" + Buffer.from(mapped).toString("hex"));
}
console.log(answers.join("\n"));
