// Expands templates by npm's url-template: lines of JSON, [template, values], to lines of JSON, an expansion or null.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const { parseTemplate } = await import(pathToFileURL(process.argv[2]));

for await (const line of createInterface({ input: process.stdin })) {
  const [template, values] = JSON.parse(line);
  let expanded = null;
  try {
    expanded = parseTemplate(template).expand(values);
  } catch {
    // A value that it cannot read.
  }
  console.log(JSON.stringify(expanded));
}
