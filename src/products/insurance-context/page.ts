import { run, section, text } from '../../reports/document.ts';
import { formOf } from '../shared/document/brief.ts';
import { factBlocks } from '../shared/document/facts.ts';
import { builtWords, structureFields } from './compose.ts';

export const structureForm = formOf(structureFields, ({ structure, floodMapAndYearBuilt: held }, view) => [
  ...section(
    'structure',
    'The building, by its parcel record',
    factBlocks({ id: 'structure', facts: structure }, view),
  ),
  ...(held
    ? section('first-map', 'Year built and first flood map', [
        text([run(`${builtWords(held)}.`, 'strong'), ...view.marks.ofAll(held.citations)]),
      ])
    : []),
]);
