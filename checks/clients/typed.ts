// Asks three questions with the types of openapi-typescript.

import createClient from "openapi-fetch";
import type { paths } from "./description";

declare const process: { env: Record<string, string>; exit(code: number): never };

const client = createClient<paths>({ baseUrl: process.env.NAPKIN_API });

function hold(is: boolean, what: unknown): void {
  if (!is) throw new Error(JSON.stringify(what));
}

async function main(): Promise<void> {
  const changed = await client.GET("/set", {
    params: { query: { input: "http://h/a?utm_source=x&b=1", "strip-tracking": true } },
  });
  hold(!!changed.data && "uri" in changed.data && changed.data.uri === "http://h/a?b=1", changed.data);

  const described = await client.GET("/describe", { params: { query: { input: "mailto:a@b.example" } } });
  hold(!!described.data && "scheme" in described.data && described.data.scheme === "mailto", described.data);

  const found = await client.POST("/links", {
    params: { query: { base: "http://h/a/b" } },
    body: "<!doctype html><a href='../x'>",
    bodySerializer: (body) => body,
    headers: { "content-type": "application/octet-stream" },
  });
  hold(JSON.stringify(found.data).includes('"target":"http://h/x"'), found.data);
  console.log("clients: openapi-typescript asked three questions");
}

main().catch((error) => { console.error(error); process.exit(1); });
