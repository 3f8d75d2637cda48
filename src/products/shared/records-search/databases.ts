import type { SourceCard } from '../../../kernel/source-card.ts';
import acresCard from '../../../sources/epa-acres/card.ts';
import echoCard from '../../../sources/epa-echo/card.ts';
import nplCard from '../../../sources/epa-npl/card.ts';
import pfasCard from '../../../sources/epa-pfas-tools/card.ts';
import rcraCard from '../../../sources/epa-rcra/card.ts';
import semsCard from '../../../sources/epa-sems/card.ts';
import tankCard from '../../../sources/epa-ust-finder/card.ts';

interface DatabaseName {
  /** What the field calls it. */
  readonly name: string;
  /** Edition of one that is not kept up. */
  readonly edition?: string;
}

/** The databases by the names that the field gives them, and the edition of one that is not kept up. */
const known: readonly (DatabaseName & { readonly card: SourceCard })[] = [
  { card: nplCard, name: 'NPL' },
  { card: semsCard, name: 'SEMS' },
  { card: acresCard, name: 'ACRES' },
  { card: tankCard, name: 'UST Finder', edition: 'state registers, mostly of 2018 to 2021' },
  { card: pfasCard, name: 'PFAS Analytic Tools' },
  { card: rcraCard, name: 'RCRAInfo' },
  { card: echoCard, name: 'ECHO' },
];

/** The database behind the name of a source; undefined where the field has no other name for it. */
export const databaseCalled = (sourceName: string): DatabaseName | undefined =>
  known.find(({ card }) => card.name === sourceName);
