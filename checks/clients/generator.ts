// Asks three questions by the client of openapi-generator.

import { Configuration, DefaultApi } from "./generated/index";

declare const process: { env: Record<string, string>; exit(code: number): never };

const api = new DefaultApi(new Configuration({ basePath: process.env.NAPKIN_API }));

function hold(is: boolean, what: unknown): void {
  if (!is) throw new Error(JSON.stringify(what));
}

async function main(): Promise<void> {
  const changed = await api.set({ input: "http://h/a?utm_source=x&b=1", stripTracking: true });
  hold("uri" in changed && changed.uri === "http://h/a?b=1", changed);

  const described = await api.describe({ input: "mailto:a@b.example" });
  hold("scheme" in described && described.scheme === "mailto", described);

  const found = await api.links({ body: new Blob(["<!doctype html><a href='../x'>"]), base: "http://h/a/b" });
  hold(JSON.stringify(found).includes('"target":"http://h/x"'), found);
  console.log("clients: openapi-generator asked three questions");
}

main().catch((error) => { console.error(error); process.exit(1); });
