import type { Positioned } from '../../geometry/placed.ts';
import { defined } from '../../kernel/defined.ts';
import { hasData, type Lookup, mapLookup, orEmpty } from '../../kernel/lookup.ts';
import type { MirrorAccess } from '../../kernel/ports/mirror.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import type { PointSubject } from '../../kernel/subject.ts';
import type { RecordTypeId } from './record-types.ts';

export interface RegisterEntry extends Positioned {
  readonly types: readonly RecordTypeId[];
  readonly recordId?: string;
  readonly recordUrl?: string;
  readonly name: string;
  readonly address?: string;
  readonly status?: string;
  /** What the register counts beside the status: "tanks: 3 open, 2 closed". */
  readonly counts?: string;
  readonly date?: string;
  /** Where a record without a position lies by its own word: "ZIP 27601". */
  readonly locality?: string;
}

export interface RegisterPorts {
  readonly sources: SourceAccess;
  readonly mirror: MirrorAccess;
  readonly subject: PointSubject;
  readonly progress?: (message: string) => void;
}

type Read<T> = (ports: RegisterPorts, radiusMeters: number) => Promise<Lookup<readonly T[]>>;

export interface RegisterFacts {
  readonly card: SourceCard;
  /** What the field calls the database, and its edition where it is not maintained. */
  readonly database: { readonly name: string; readonly edition?: string };
  readonly types: readonly RecordTypeId[];
  /** How far it is read where a product does not say: as far as its free tool reads, so that it is queried once. */
  readonly readMeters: number;
}

interface RegisterReader<T> extends RegisterFacts {
  readonly live: Read<T>;
  readonly copy?: Read<T>;
  /** Types that the copy does not tell apart: from it they are not searched. */
  readonly notInCopy?: readonly RecordTypeId[];
  /** Whether a row of a list that is wider than the circle may lie in it; every row where absent. */
  readonly mayBeHere?: (row: T, subject: PointSubject) => boolean;
  readonly entry: (
    row: T,
  ) => { readonly [K in keyof RegisterEntry]: RegisterEntry[K] | undefined } & Pick<RegisterEntry, 'types' | 'name'>;
}

export type LiveAndCopy<T> = readonly [live: Lookup<readonly T[]>, copy?: () => Lookup<readonly T[]>];

/** A register with its rows as records: whole lists, of which the free tools name the nearest few. */
export interface RegisterReading extends Pick<RegisterFacts, 'card' | 'database'> {
  readonly types: readonly RecordTypeId[];
  readonly radiusMeters: number;
  /** A list of a state's agency. */
  readonly ofState?: true;
  /** Out of the copy it is `partial`: a copy is of its own day, and the live register may have more. */
  readonly lookup: Lookup<readonly RegisterEntry[]>;
}

export interface Register<T> extends RegisterFacts {
  readonly rows: (ports: RegisterPorts, radiusMeters: number) => Promise<LiveAndCopy<T>>;
  readonly entries: (ports: RegisterPorts, radiusMeters: number) => Promise<RegisterReading>;
}

const reasonOf = (lookup: Lookup<unknown>) => ('reason' in lookup ? (lookup.reason ?? '') : '');

function chosen<T>(live: Lookup<readonly T[]>, copy: Lookup<readonly T[]> | undefined): Lookup<readonly T[]> {
  if (!copy || hasData(live) || live.state === 'empty') return live;
  if (!hasData(copy) && copy.state !== 'empty') return { ...live, reason: `${live.reason} ${reasonOf(copy)}`.trim() };
  const reason = `read from the mirrored copy: ${live.reason}`;
  return { state: 'partial', data: hasData(copy) ? copy.data : [], citation: copy.citation, reason };
}

/** A register out of how it is read. */
export function register<T>({
  live,
  copy,
  notInCopy = [],
  mayBeHere,
  entry,
  ...facts
}: RegisterReader<T>): Register<T> {
  const rows: Register<T>['rows'] = async (ports, radiusMeters) => {
    const first = orEmpty(await live(ports, radiusMeters));
    if (first.state !== 'unavailable' || !copy) return [first];
    const second = orEmpty(await copy(ports, radiusMeters));
    return [first, () => second];
  };
  return {
    ...facts,
    rows,
    async entries(ports, radiusMeters) {
      const [first, second] = await rows(ports, radiusMeters);
      const lookup = chosen(first, second?.());
      ports.progress?.(facts.card.name);
      const { card, database, types } = facts;
      const records = mapLookup(lookup, (all) =>
        all.filter((row) => mayBeHere?.(row, ports.subject) ?? true).map((row): RegisterEntry => defined(entry(row))),
      );
      const isCopied = second !== undefined && hasData(lookup);
      return {
        card,
        database,
        types: isCopied ? types.filter((type) => !notInCopy.includes(type)) : types,
        radiusMeters,
        lookup: orEmpty(records),
      };
    },
  };
}
