import type { Column, Dataset, RawRow } from '../engine/dataset.ts';

interface Term {
  readonly type?: string;
  readonly start?: string;
  readonly end?: string;
  readonly state?: string;
  readonly district?: number;
  readonly party?: string;
  readonly url?: string;
}

const termOf = (raw: RawRow): Term => (Array.isArray(raw.terms) ? ((raw.terms.at(-1) as Term | undefined) ?? {}) : {});
const ofTerm = (name: keyof Term): Column => ({ type: 'text', value: (raw) => termOf(raw)[name] ?? null });

const dataset: Dataset = {
  id: 'congress-legislators',
  title: 'Members of the United States Congress',
  publisher: 'The unitedstates project, from Congress and its Clerk',
  sourceUrl: 'https://unitedstates.github.io/congress-legislators/legislators-current.json',
  alsoAt: ['https://theunitedstates.io/congress-legislators/legislators-current.json'],
  datasetUrl: 'https://github.com/unitedstates/congress-legislators',
  licenseNote: 'Public domain (CC0)',
  vintage: { column: 'termStarts' },
  megabytes: 2,
  cadence: 'within days of a change, by volunteers',
  staleAfterDays: 30,
  file: { format: 'json' },
  columns: {
    name: {
      type: 'text',
      value: (raw) => {
        const name = (raw.name ?? {}) as { official_full?: string; first?: string; last?: string };
        return name.official_full ?? [name.first, name.last].filter(Boolean).join(' ');
      },
    },
    chamber: {
      type: 'text',
      value: (raw) => (termOf(raw).type === 'sen' ? 'senate' : 'house'),
    },
    state: ofTerm('state'),
    district: { type: 'integer', value: (raw) => termOf(raw).district ?? null },
    party: ofTerm('party'),
    website: ofTerm('url'),
    termStarts: ofTerm('start'),
    termEnds: ofTerm('end'),
  },
  keys: [['state', 'chamber']],
  keep: (raw) => Array.isArray(raw.terms) && raw.terms.length > 0,
  limits: ['A vacant seat has no row; the Clerk of the House and the Senate keep the official lists.'],
  seen: {
    by: 'recording',
    note: 'shape from a copy of June 2026; several public clients read the address; not called by us',
  },
};

export default dataset;
