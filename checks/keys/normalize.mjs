// Makes the keys of normalize-url: reads a list of texts in JSON from standard input, and writes the list of keys, with null for a text
// of which the package makes none.

import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {pathToFileURL} from 'node:url';

const packages = createRequire(`${process.cwd()}/target/keys/node_modules/`);
const {default: normalizeUrl} = await import(pathToFileURL(packages.resolve('normalize-url')));

const key = text => {
	try {
		return normalizeUrl(text);
	} catch {
		return null;
	}
};

process.stdout.write(JSON.stringify(JSON.parse(readFileSync(0, 'utf8')).map(text => key(text))));
