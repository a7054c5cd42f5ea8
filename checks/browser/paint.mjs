// Measures the page of inputs of 60 kB that are made to be slow: the milliseconds to the first byte, to the last one, and to
// the first paint, the best of three, and the kilobytes. The program has to be optimized.
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

async function times(page, uri) {
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
    const [{ requestStart, responseStart, responseEnd, decodedBodySize }] = performance.getEntriesByType("navigation");
    return [responseStart - requestStart, responseEnd - requestStart, painted().startTime, decodedBodySize / 1000];
  });
}

console.log("first byte  last byte  first paint      kB");
for (const [name, uri] of Object.entries(INPUTS)) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const seen = [];
  for (let turn = 0; turn < 3; turn += 1) seen.push(await times(page, uri));
  const best = seen.reduce((one, other) => (other[2] < one[2] ? other : one));
  const columns = best.map((number, column) => number.toFixed(0).padStart([10, 11, 13, 8][column]));
  console.log(`${columns.join("")}  ${name}`);
  await page.close();
}
await browser.close();
server.kill();
