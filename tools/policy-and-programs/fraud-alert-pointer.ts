import { z } from 'zod';
import { askOffice, offices } from '../../src/answers/offices.ts';
import { placeWords } from '../../src/answers/uncovered.ts';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { inputObject, place } from '../../src/catalog/inputs.ts';
import { answerOf } from '../../src/kernel/answer.ts';
import { beyond } from '../../src/kernel/nearby-shape.ts';
import { fraudAlerts } from '../../src/rules/program-tables.ts';
import { pointerChecks } from '../../src/rules/rule-pointers.ts';
import { readTable } from '../../src/rules/rule-table.ts';
import { ruleRow, soldByPlace, tableLimits, viewRow } from '../../src/rules/rule-view.ts';

const shown = 5;

export default defineTool({
  title: 'Recording notices against deed fraud',
  summary: 'Which recording office of a place sends a notice when a document is recorded for a name or parcel.',
  whenToUse: 'Can an owner here be notified when a deed or mortgage is recorded, and at which office?',
  notFor: 'Not a check of recorded documents (svc_nyc_recording_history, svc_parcel_transfers) and not legal help.',
  scope: 'rules',
  subject: 'area',
  examples: [
    { title: 'Notices of a city', arguments: { place: 'New York, NY' } },
    { title: 'Notices of a county', arguments: { place: 'Duval County, FL' } },
  ],
  input: inputObject({ place }),
  output: answerOf({
    alerts: z.array(
      ruleRow({
        service: z.string(),
        office: z.string(),
        notice: z.string().describe('What sets a notice off and how it comes'),
        cost: z.string().optional(),
        signUp: z.url().optional().describe('Page on which to sign up, where it was seen'),
        statute: z.string().optional().describe('As the page names it'),
      }),
    ),
    leftOut: z.int().optional(),
  }),
  paid: oneCentTerms(['deed', 'fraud', 'recording', 'alert'], soldByPlace('alerts')),
  run({ subject, now, answer }) {
    const area = placeWords(subject);
    const { rows, pointers } = readTable(answer, fraudAlerts, { subject, area, now });
    const ask = askOffice(subject, offices.recorder, 'Ask whether it sends notices of recorded documents');
    const kept = rows.slice(0, shown);
    const page = kept.find(({ row, fit }) => row.signUp && fit === 'whole')?.row.signUp;
    return answer.finish({
      summary:
        kept.length > 0
          ? `The table of recording notices was read for ${area}: ${kept.map(({ row }) => `${row.service} (${row.office})`).join('; ')}.`
          : `The table of recording notices has no row for ${area}.`,
      facts: kept.length > 0 && {
        alerts: kept.map((hit) => viewRow(answer, hit, ['service', 'office', 'notice', 'cost', 'signUp', 'statute'])),
        leftOut: beyond(rows, shown),
      },
      limits: tableLimits(fraudAlerts, kept, pointers),
      verifyNext: [
        page && { action: 'Read how to sign up', with: ask.with, url: page },
        ...pointerChecks(pointers),
        !page && ask,
      ],
    });
  },
});
