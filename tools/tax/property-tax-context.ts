import { askParts, contextParts } from '../../src/answers/context-parts.ts';
import { askOffice, offices } from '../../src/answers/offices.ts';
import { placeWords } from '../../src/answers/uncovered.ts';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { contextOutput } from '../../src/catalog/define-composed.ts';
import { placeOf } from '../../src/catalog/inputs.ts';
import { contextSummary } from '../../src/findings/summary.ts';
import { isNearestParcel } from '../../src/places/lanes/parcel-facts.ts';
import { isFullByLaw } from '../../src/places/lanes/value-kinds.ts';
import { rollValues } from '../../src/places/schema/lane-table.ts';
import { assessmentLevel } from '../../src/rules/law-view.ts';

const parts = contextParts('property-tax-context');

const statesProperty = (assessment: unknown): boolean =>
  !isNearestParcel(assessment) &&
  Object.keys(assessment ?? {}).some((name) => name !== 'parcelId' && name !== 'matchedBy');

/** Whether a value is shown that says nothing of the level at which values are assessed. */
const leavesLevelOpen = (assessment: unknown): boolean => {
  const facts: Readonly<Record<string, { readonly note?: string }>> = Object(assessment);
  return rollValues.some((name) => facts[name] && !isFullByLaw(facts[name].note));
};

export default defineTool({
  title: 'Property tax context',
  summary:
    'What bears on property tax here: assessed values and class, tax code, appeal window, taxing bodies, listed debts.',
  whenToUse:
    'Which public facts about the property tax of this address can be read: assessment, appeal window, districts, notices?',
  notFor: 'Not a tax bill, an estimate or an appeal; the filing window with dates is svc_appeal_window.',
  scope: 'national',
  examples: [{ title: 'Tax facts at an address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } }],
  output: contextOutput(parts),
  paid: oneCentTerms(['property tax', 'assessment', 'local'], {
    chargesWhen: 'the assessment, a list of tax debts or a payment record gave a fact about the property',
    freeWhen:
      'place unresolved or not covered, or nothing but the appeal window, districts, the number of the parcel, or a parcel that is merely nearest (charged: false)',
    sells: ({ facts = {} }) => 'distress' in facts || 'payment' in facts || statesProperty(facts.assessment),
  }),
  async run(ctx, input) {
    const { subject, answer } = ctx;
    const args = placeOf(input);
    const found = await askParts(ctx, answer, parts, () => args);
    return answer.finish({
      summary: contextSummary(placeWords(subject), found),
      facts: { ...found.facts },
      components: found.components,
      limits: leavesLevelOpen(found.facts.assessment) ? assessmentLevel(subject).limits : [],
      verifyNext: [
        askOffice(subject, offices.collector, 'Read the bill and its due dates'),
        askOffice(subject, offices.assessor, 'Check values, class and exemptions'),
      ],
    });
  },
});
