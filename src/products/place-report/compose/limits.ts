import type { PartReading } from '../../../answers/ask-tools.ts';
import type { BiasProfile } from '../../../kernel/record.ts';
import type { ReportSection, SectionOf } from '../../../reports/sections.ts';
import { limitInReport } from '../../../rules/limits.ts';
import type { Checked } from '../../shared/compose/ledger.ts';
import { failedWords } from '../../shared/compose/synthesis.ts';
import { standingCaveats } from '../../shared/compose/words.ts';
import type { ReportMaterial } from '../material.ts';

/** Of what a limit is said where it holds for all of a report. */
export const wholeReport = 'All of it';

const ofProfile = ({ measures, doesNotMeasure, knownBiases, lagDays }: BiasProfile): readonly string[] => [
  `Counts: ${measures}`,
  `Not counted: ${doesNotMeasure}`,
  ...knownBiases,
  ...(lagDays === undefined ? [] : [`Usual delay: ${lagDays} ${lagDays === 1 ? 'day' : 'days'}.`]),
];

/** Every limit of a report once, with the parts that it is said of: the standing ones, those of the answers and of the publishers of records. Why something is missing is in the ledger. */
export function limitsOf(
  { boundaryNote }: ReportMaterial,
  { answers, checked }: { readonly answers: readonly PartReading[]; readonly checked: readonly Checked[] },
  sections: readonly ReportSection[],
): SectionOf<'limits'> {
  const failed = failedWords(checked);
  const said: (readonly [text: string, of: string])[] = [
    ...[...(failed ? [failed] : []), ...(boundaryNote ? [boundaryNote] : []), ...standingCaveats].map(
      (text) => [text, wholeReport] as const,
    ),
    ...answers.flatMap(({ title, answer }) => answer.limits.map((text) => [text, title] as const)),
    ...sections.flatMap((section) =>
      section.kind === 'records'
        ? section.biasProfiles.flatMap(({ biasProfile }) =>
            ofProfile(biasProfile).map((text) => [text, section.title] as const),
          )
        : [],
    ),
  ];
  const limits = new Map<string, Set<string>>();
  for (const [text, of] of said) {
    const printed = limitInReport(text);
    limits.set(printed, (limits.get(printed) ?? new Set()).add(of));
  }
  return {
    id: 'limits',
    title: 'Limits',
    kind: 'limits',
    limits: [...limits].map(([text, of]) => ({ text, of: of.has(wholeReport) ? [wholeReport] : [...of] })),
  };
}
