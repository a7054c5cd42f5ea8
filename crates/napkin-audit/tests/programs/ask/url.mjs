// The URL of Node.js, which is that of the WHATWG. The lines are as main.rs says; references, which have no
// scheme, are resolved against a base whose host counts as none.
import { readFileSync } from "node:fs";

function read(text, base) {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

const answers = [`Node ${process.versions.node}`];
for (const line of readFileSync(0, "latin1").split("\n").slice(0, -1)) {
  const text = Buffer.from(line, "hex").toString("utf8");
  const url = read(text) ?? read(text, "http://base.invalid/");
  const has = url && url.hostname !== "" && url.hostname !== "base.invalid";
  answers.push(has ? "=" + Buffer.from(url.hostname).toString("hex") : url ? "-" : "!");
}
console.log(answers.join("\n"));
