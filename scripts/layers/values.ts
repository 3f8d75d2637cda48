import type { LayerCells } from '../../src/places/registry/layers/columns.ts';
import { columns, type Row, read, single } from './facts.ts';

type Cells = Partial<LayerCells>;
const parts = ['land_value', 'building_value', 'total_value'] as const;
const identity = ({ level, geoid, url }: Row) => [level, geoid, url].join(' ');

const bases = new Map(read('value-basis.csv').map((row) => [identity(row), row] as const));

/** The text of a source without the numbers under which copies of it are filed. */
const cited = (text: string) =>
  text
    .split('; ')
    .filter((clause) => !/^(?:sale columns|id) /.test(clause))
    .join('; ')
    .replace(/stored files? [\d, ]+/g, 'public clients ')
    .replace(/ +([;:,)])/g, '$1')
    .trim();

/**
 * Columns of values of one kind: where a layer mixes kinds, the total of the kind of the parts if it has one, else the
 * parts alone; where the kind of the parts is not known, the total alone.
 */
function oneKind(row: Row, basis: Row): Cells {
  const kindOf = (part: (typeof parts)[number]) => basis[`${part}_kind`] || 'unknown';
  const named = parts.flatMap((part) => (single(row[part]) === '' ? [] : [part]));
  const [better = ''] = (basis.better_total_column ?? '').match(/^\w+(?=$| \(whole)/) ?? [];
  const kind = named.map(kindOf).find((one) => one !== 'unknown') ?? 'unknown';
  const cells = Object.fromEntries(
    parts.map((part) => [part, kindOf(part) === kind ? single(row[part]) : '']),
  ) as Cells;
  if (better !== '' && cells.total_value === '') return { ...cells, total_value: better, value_kind: kind };
  return { ...cells, value_kind: named.length === 0 ? '' : kind };
}

const dateWords: Readonly<Record<string, string>> = { deed: 'deed', recording: 'recorded', transfer: 'transferred' };

/** A date is that of a sale where the collectors say so; of a deed it has a name of its own; of any document it has none. */
function saleOf(row: Row, basis: Row): Cells {
  const column = single(row.last_sale_date);
  const means = dateWords[basis.sale_date_kind ?? ''];
  const isSale = basis.sale_date_kind === 'sale';
  return {
    last_sale_date: isSale ? column : '',
    last_sale_price: single(row.last_sale_price),
    sale_code: /^[A-Za-z]\w*(?=$| =| \()/.exec(basis.sale_filter ?? '')?.[0] ?? '',
    ...(means && column !== '' && { deed_date: column, deed_date_means: means }),
  };
}

/** What the collectors say of a layer's values, or the row itself where it names the kind of all of them. */
function basisOf(row: Row): Row {
  const { value_kind: kind = '', citation: evidence = '' } = row;
  const own = kind === '' ? {} : { evidence, ...Object.fromEntries(parts.map((part) => [`${part}_kind`, kind])) };
  return { ...bases.get(identity(row)), ...own };
}

/** What a layer states of values, sales and numbers, each of one kind that is named. */
export function valuesOf(row: Row): Cells {
  const basis = basisOf(row);
  const values = oneKind(row, basis);
  const isLocal = ['town', 'county', 'unknown'].includes(basis.parcel_id_unique_within ?? '');
  const ratio = values.value_kind === 'assessed_ratio' ? (basis.assessed_ratio_percent ?? '') : '';
  const seen = [basis.confidence, cited(basis.evidence ?? '')].filter(Boolean).join(': ');
  return {
    ...values,
    ...saleOf(row, basis),
    ...(isLocal && { record_id: columns(basis.unique_id_column?.replaceAll(' ', '')) }),
    ...(values.value_kind && { value_percent: ratio, value_seen_in: seen }),
  };
}
