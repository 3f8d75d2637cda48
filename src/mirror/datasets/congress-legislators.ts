import { z } from 'zod';
import { computed } from '../../fields/define.ts';
import type { Dataset } from '../engine/dataset.ts';

const Term = z.object({
  type: z.string().optional(),
  start: z.string().optional(),
  end: z.string().optional(),
  state: z.string().optional(),
  district: z.int().optional(),
  party: z.string().optional(),
  url: z.string().optional(),
});

/** The last term of a member. */
const termOf = ([terms]: readonly unknown[]) => (Array.isArray(terms) ? Term.safeParse(terms.at(-1)).data : undefined);
const ofTerm = (name: 'state' | 'party' | 'url' | 'start' | 'end') =>
  computed(['terms'], z.string(), (cells) => termOf(cells)?.[name]);

function chamberOf(terms: readonly unknown[]): 'senate' | 'house' | undefined {
  const term = termOf(terms);
  return term && (term.type === 'sen' ? 'senate' : 'house');
}

/** Name of a member in office. */
function nameOf([cell]: readonly unknown[]): string | undefined {
  const name = (cell ?? {}) as { official_full?: string; first?: string; last?: string };
  return name.official_full ?? ([name.first, name.last].filter(Boolean).join(' ') || undefined);
}

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
    name: computed(['name'], z.string(), nameOf, { required: true }),
    chamber: computed(['terms'], z.string(), chamberOf, { required: true }),
    state: ofTerm('state'),
    district: computed(['terms'], z.int(), (cells) => termOf(cells)?.district),
    party: ofTerm('party'),
    website: ofTerm('url'),
    termStarts: ofTerm('start'),
    termEnds: ofTerm('end'),
  },
  keys: [['state', 'chamber']],
  limits: ['A vacant seat has no row; the Clerk of the House and the Senate keep the official lists.'],
  seen: {
    by: 'recording',
    note: 'shape from a copy of June 2026; several public clients read the address; not called by us',
  },
};

export default dataset;
