import { section, text } from '../../reports/document.ts';
import { plural } from '../shared/compose/words.ts';
import { formOf } from '../shared/document/brief.ts';
import { chartBlocks } from '../shared/document/pictures.ts';
import { trendFields } from './schema.ts';

/** Columns by quarter for each register; a count that is withheld has no column. */
export const trendForm = formOf(trendFields, ({ series }, view) => {
  const drawn = series.filter(({ quarters }) => quarters.length > 1);
  const charts = drawn.map(({ id, title, quarters, citation }) => ({
    id,
    title,
    form: 'columns' as const,
    unit: 'records in a quarter',
    labels: quarters.map(({ quarter }) => quarter),
    series: [{ values: quarters.map(({ count }) => count ?? null) }],
    citation,
  }));
  const withheld = drawn.flatMap(({ quarters }) => quarters).filter(({ count }) => count === undefined).length;
  const note = `${plural(withheld, 'quarter')} without a column: the count is withheld or was not read to its end; the sections say which.`;
  return section(
    'quarters',
    'Quarter by quarter',
    charts.length > 0 ? [...chartBlocks({ charts }, view), ...(withheld > 0 ? [text(note, 'note')] : [])] : [],
  );
});
