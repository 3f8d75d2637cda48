import { register } from 'node:module';

// The conformance package imports fs.globSync, which Node 20 lacks; the commands used here never call it.
register('./node-20-hooks.mjs', import.meta.url);
