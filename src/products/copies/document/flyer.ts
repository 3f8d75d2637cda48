import { type Block, type Cell, type Line, plain, quote, type ReportDocument, run } from '../../../reports/document.ts';
import { readable } from '../../../reports/words.ts';
import { type Flyer, FlyerSchema } from '../../property-flyer/schema.ts';
import type { SoldCopy } from '../../shared/copies/sold-copy.ts';
import { appendixSections, section } from './parts.ts';
import { factTable } from './tables.ts';

/** Whether a sold body is a flyer. */
export const isFlyer = (body: SoldCopy['body']): body is Flyer => FlyerSchema.safeParse(body).success;

const linked = (label: string, text: string, href: string): Cell => [
  [run(`${label}: `, 'muted'), run(text, 'strong', href)],
];

/** What was held against what, and where the rules stand. */
function ruleLine({ rules, asOf, sources }: Flyer['rulesApplied']): Line {
  return [
    run(`Headline and statements were held against ${rules} groups of rules as of ${asOf}: `),
    ...sources.flatMap(
      ({ sourceName, sourceUrl }, at): Line => [...(at > 0 ? [run('; ')] : []), run(sourceName, undefined, sourceUrl)],
    ),
    run('. Numbers were held against the parcel record of the report.'),
  ];
}

/** A flyer as a page: where its files are, what its code opens, what it prints of the record and what its advertiser says. */
export function flyerDocument(copy: SoldCopy, body: Flyer): ReportDocument {
  const { subject, image, pdf, qr, facts, headline, features, picture, generatedAt, summary, caveats, sources } = body;
  const stated: Cell[] = [
    ...(headline.from === 'caller' ? [[[run('Headline: ', 'muted'), quote(headline.text)]]] : []),
    ...features.map((text): Cell => [[quote(text)]]),
  ];
  const taken = picture.acquiredAt ? `, taken ${picture.acquiredAt.slice(0, 10)}` : '';
  const files: Block = {
    kind: 'list',
    ordered: false,
    items: [
      linked('Picture', `PNG, ${image.widthPixels} by ${image.heightPixels} pixels`, image.url),
      linked('Paper', `PDF, ${pdf.widthInches} by ${pdf.heightInches} inches`, pdf.url),
      linked('Its code opens', qr.target, qr.target),
      [
        [
          run('Main picture: ', 'muted'),
          run(
            picture.from === 'caller_photo'
              ? 'photo of the advertiser'
              : `${picture.sourceName ?? 'aerial of the report'}${taken}`,
          ),
        ],
      ],
    ],
  };
  return {
    kind: copy.title,
    title: subject.addressLabel,
    generatedAt,
    reportId: copy.id,
    meta: [],
    opening: [
      ...section('in-short', 'In short', [{ kind: 'text', tone: 'lead', line: plain(readable(summary)) }]),
      ...section('files', 'The flyer', [files]),
    ],
    sections: [
      ...section(
        'facts',
        'Printed from the record',
        facts.length > 0 ? [factTable(facts, 'Printed from the record')] : [],
      ),
      ...section(
        'stated',
        'Stated by the advertiser',
        stated.length > 0 ? [{ kind: 'list', ordered: false, items: stated }] : [],
      ),
      ...section('rules', 'Rules applied', [{ kind: 'text', line: ruleLine(body.rulesApplied) }]),
      ...appendixSections(copy, { limits: caveats, sources }),
    ],
  };
}
