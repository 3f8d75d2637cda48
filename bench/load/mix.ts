import { createHash } from 'node:crypto';
import type { Registry } from '../../src/catalog/registry.ts';
import { readGolden } from '../../test/example-answers.ts';

export const classes = ['computing', 'look-up', 'search', 'tools/list'] as const;
export type CallClass = (typeof classes)[number];

/** Out of a hundred calls. */
const shares: Readonly<Record<CallClass, number>> = { computing: 55, 'look-up': 25, search: 12, 'tools/list': 8 };

/** Answer from rules and shipped tables: no one is queried. */
const computing = [
  'svc_owner_mortgage_calendar',
  'svc_coastal_county_catalog',
  'svc_appeal_window',
  'svc_appeal_filing_guide',
  'svc_tax_calendar',
];
/** Ask official sources, here their fakes; the last one asks a dozen. */
const lookUps = [
  'svc_flood_zone',
  'svc_seismic_design',
  'svc_parcel_lookup',
  'svc_zoning',
  'svc_fair_market_rents',
  'svc_wetland_context',
  'svc_place_facts',
];
const searches = [
  'flood zone',
  'who owns this parcel',
  'property tax appeal deadline',
  'is there a wetland',
  'permits',
];

export type Verdict = 'right' | 'wrong' | 'degraded';

/** One request and how its answer is held against what is known. */
export interface Call {
  readonly kind: CallClass;
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
  judge(text: string): Verdict;
}

/** Made anew in each run, or following from all that was queried; the same as the kept answers leave out. */
const plain = (text: string) =>
  text
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'random-id')
    .replaceAll(/("evidence":")[2-9b-z]{12}(-\d+")/g, '$1evidence$2');

/** An answer that says itself that it lacks something: honest where a process died under its source, and counted apart. */
const saysSo = (text: string) =>
  /^\{"ok":true,"tool":"[a-z0-9_]+","result":\{"state":"(partial|unavailable)"/.test(text);

function toolCall(registry: Registry, kind: CallClass, name: string): Call {
  const example = registry.freeTool(name)?.examples[0];
  if (!example) throw new Error(`${name} has no example`);
  const kept = JSON.stringify({ ok: true, tool: name, result: readGolden(name)[example.title] });
  return {
    ...{ kind, name, method: 'POST', path: '/tools/call' },
    body: JSON.stringify({ name, arguments: example.arguments }),
    judge(text) {
      if (plain(text) === kept) return 'right';
      return saysSo(text) ? 'degraded' : 'wrong';
    },
  };
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** A document that is the same anyone who serves it: held against the first answer of the run. */
function documentCall(kind: CallClass, path: string): Call {
  let first: string | undefined;
  return {
    ...{ kind, name: path, method: 'GET', path },
    judge(text) {
      const hash = hashOf(text);
      first ??= hash;
      return hash === first ? 'right' : 'wrong';
    },
  };
}

/** Draws calls as callers mix them. */
export function callMix(registry: Registry): (random: number) => Call {
  const byClass: Readonly<Record<CallClass, readonly Call[]>> = {
    computing: computing.map((name) => toolCall(registry, 'computing', name)),
    'look-up': lookUps.map((name) => toolCall(registry, 'look-up', name)),
    search: searches.map((words) => documentCall('search', `/mcp/catalog?q=${encodeURIComponent(words)}`)),
    'tools/list': [documentCall('tools/list', '/tools/list?compact=1')],
  };
  return (random) => {
    let left = random * 100;
    for (const kind of classes) {
      const calls = byClass[kind];
      const call = calls[Math.floor((left / shares[kind]) * calls.length)];
      if (left < shares[kind] && call) return call;
      left -= shares[kind];
    }
    return byClass.computing[0] as Call;
  };
}
