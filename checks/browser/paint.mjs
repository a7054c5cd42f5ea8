// Measures the page of an ordinary URL and of inputs of 60 kB that are made to be slow: the milliseconds that the server takes for
// it, asked without a browser, those to the first paint in one, each the best of three, and the kilobytes. The program has to be
// optimized.
//
//   cargo build --profile dist --package napkin-cli
//   node checks/browser/paint.mjs target/dist/napkin
//
// It has no limit that it fails at: time belongs to the machine. The figures are in docs/speed.md.

import { browser, origin, server } from "./session.mjs";

const LENGTH = 60_000;
const filled = (before, piece) => before + piece.repeat((LENGTH - before.length) / Buffer.byteLength(piece));
let chain = "https://end.example/";
for (;;) {
  const next = `https://t.example/r?u=${encodeURIComponent(chain)}`;
  if (next.length > LENGTH) break;
  chain = next;
}
const pairs = Array.from({ length: 6000 }, (_, number) => `a${number}=%20${number}`).join("&");
const INPUTS = {
  ordinary: "https://example.com/a?b=c",
  "pairs of a query": `http://h/?${pairs}`.slice(0, LENGTH),
  "segments to remove": filled("http://h/", "../%7e/"),
  "controls of direction": filled("http://h/", "\u202e"),
  "signs @": filled("http://", "a@"),
  backslashes: filled("http://h\\", "%2e%2e\\"),
  "URLs in URLs": chain,
  "a userinfo and labels": filled(`http://${"u".repeat(LENGTH / 2)}@`, "h."),
  "percent-encoded letters": filled("http://h/", "%41"),
  parameters: filled("http://h/a", ";p=1/"),
  "labels in Punycode": filled("http://", "xn--a."),
};

/** The milliseconds until the page is there, and its length. */
async function served(uri) {
  const begin = performance.now();
  const response = await fetch(`${origin}/`, { method: "POST", body: new URLSearchParams({ uri }) });
  const { byteLength } = await response.arrayBuffer();
  return [performance.now() - begin, byteLength / 1000];
}

async function painted(page, uri) {
  await page.goto(`${origin}/`);
  await Promise.all([
    page.waitForEvent("load"),
    page.evaluate((uri) => {
      const form = document.createElement("form");
      Object.assign(form, { method: "post", action: "./" });
      const field = Object.assign(document.createElement("input"), { name: "uri", value: uri });
      form.append(field);
      document.body.append(form);
      form.submit();
    }, uri),
  ]);
  return page.evaluate(async () => {
    const painted = () => performance.getEntriesByName("first-contentful-paint")[0];
    while (!painted()) await new Promise((resolve) => setTimeout(resolve, 20));
    return painted().startTime;
  });
}

console.log("server  first paint      kB");
for (const [name, uri] of Object.entries(INPUTS)) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const seen = [];
  for (let turn = 0; turn < 3; turn += 1) seen.push([...await served(uri), await painted(page, uri)]);
  const [server, size, paint] = [0, 1, 2].map((column) => Math.min(...seen.map((times) => times[column])));
  const columns = [server, paint, size].map((number, column) => number.toFixed(0).padStart([6, 13, 8][column]));
  console.log(`${columns.join("")}  ${name}`);
  await page.close();
}
await browser.close();
server.kill();
