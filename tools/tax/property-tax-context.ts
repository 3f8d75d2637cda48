import { z } from 'zod';
import { askParts, saidOf } from '../../src/answers/context-parts.ts';
import { placeWords } from '../../src/answers/uncovered.ts';
import { defineTool, penny } from '../../src/catalog/define.ts';
import { atAddress, placeOf } from '../../src/catalog/inputs.ts';
import { answerSchema, type Component } from '../../src/kernel/answer.ts';
import { AnswerBuilder } from '../../src/kernel/answer-builder.ts';

const ofTool = (tool: string) => z.record(z.string(), z.unknown()).optional().describe(`As ${tool} answers, lists cut`);

const facts = z.strictObject({
  assessment: ofTool('svc_parcel_lookup'),
  appeal: ofTool('svc_appeal_window'),
  districts: ofTool('svc_taxing_districts'),
  distress: ofTool('svc_tax_distress'),
  payment: ofTool('svc_tax_payment_status'),
});

const limits = [
  'Not a bill and not an estimate: rates, exemptions and credits of the year are set by the taxing bodies and are not computed here.',
  'Assessed values are tax figures of their record year, never a market price.',
];

export default defineTool({
  title: 'Property tax context',
  summary:
    'What bears on property tax here: assessed values and class, tax code, appeal window, taxing bodies, listed debts.',
  whenToUse:
    'Which public facts about the property tax of this address can be read: assessment, appeal window, districts, notices?',
  notFor: 'Not a tax bill, an estimate or an appeal; the filing window with dates is svc_appeal_window.',
  synonyms: ['property tax', 'real estate tax', 'assessment', 'tax rate', 'assessed value', 'tax bill'],
  scope: 'national',
  subject: 'point',
  sources: [],
  limits,
  examples: [{ title: 'Tax facts at an address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } }],
  input: atAddress({}),
  output: answerSchema({ facts, components: true }),
  paid: penny(['property tax', 'assessment', 'local']),
  async run(ctx, input) {
    const { subject } = ctx;
    const answer = new AnswerBuilder(subject);
    const args = placeOf(input);
    const parts = await askParts(ctx, answer, {
      assessment: {
        tool: 'svc_parcel_lookup',
        words: 'assessment',
        args,
        keep: [
          'parcelId',
          'propertyClass',
          'taxCode',
          'landValue',
          'buildingValue',
          'totalValue',
          'recordYear',
          'township',
        ],
      },
      appeal: {
        tool: 'svc_appeal_window',
        words: 'appeal window',
        args,
        entries: 1,
        keep: ['filedWith', 'statute', 'verification', 'deadlines', 'claims'],
      },
      districts: {
        tool: 'svc_taxing_districts',
        words: 'taxing districts',
        args,
        entries: 5,
        keep: ['taxCode', 'governments'],
      },
      distress: { tool: 'svc_tax_distress', words: 'tax debt lists', args, entries: 1 },
      payment: {
        tool: 'svc_tax_payment_status',
        words: 'payment status',
        args,
        entries: 1,
      },
    });
    return answer.finish({
      summary: `Property tax facts were asked for ${placeWords(subject)}: ${saidOf(parts)}; no tax is estimated.`,
      facts: { ...parts.facts },
      components: parts.components as Record<string, Component>,
      limits,
      verifyNext: [
        { action: 'Read the bill and its due dates', with: 'county or city tax collector' },
        { action: 'Check values, class and exemptions', with: 'county assessor' },
      ],
    });
  },
});
