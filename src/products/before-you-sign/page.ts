import { labeled, list, run, section } from '../../reports/document.ts';
import { formOf } from '../shared/document/brief.ts';
import { sentence } from '../shared/document/view.ts';
import { readinessFields } from './readiness.ts';

const titles = { trend: 'Records over time', parcel: 'Parcel record', policy: 'Rules and decisions' } as const;

export const readinessForm = formOf(readinessFields, (given, view) =>
  section(
    'readiness',
    'What each part rests on',
    list(
      (['trend', 'parcel', 'policy'] as const).map((part) => [
        labeled(
          titles[part],
          run(given.componentReadiness[part], 'strong'),
          run(`. ${sentence(given.componentReadinessDetail[part], view)}`),
        ),
      ]),
    ),
  ),
);
