import {
  type Cell,
  item,
  type Line,
  list,
  quote,
  type ReportDocument,
  run,
  section,
  text,
} from '../../reports/document.ts';
import type { SoldCopy } from '../shared/copies/names.ts';
import { factBlocks } from '../shared/document/facts.ts';
import { soldPage, soldView } from '../shared/document/page.ts';
import { type Flyer, FlyerSchema } from './schema.ts';

function ruleLine({ rules, asOf, sources }: Flyer['rulesApplied']): Line {
  return [
    run(`Headline and statements were held against ${rules} groups of rules as of ${asOf}: `),
    ...sources.flatMap(
      ({ sourceName, sourceUrl }, at): Line => [...(at > 0 ? [run('; ')] : []), run(sourceName, undefined, sourceUrl)],
    ),
    run('. Numbers were held against the parcel record of the report.'),
  ];
}

function fileCells({ image, pdf, qr, picture }: Flyer): Cell[] {
  const taken = picture.acquiredAt ? `, taken ${picture.acquiredAt.slice(0, 10)}` : '';
  const aerial = `${picture.sourceName ?? 'aerial of the report'}${taken}`;
  return [
    ...item('Picture', `PNG, ${image.widthPixels} by ${image.heightPixels} pixels`, 'strong', image.url),
    ...item('Paper', `PDF, ${pdf.widthInches} by ${pdf.heightInches} inches`, 'strong', pdf.url),
    ...item('Its code opens', qr.target, 'strong', qr.target),
    ...item('Main picture', picture.from === 'caller_photo' ? 'photo of the advertiser' : aerial),
  ];
}

/** A flyer as a page: where its files are, what its code opens, what it prints of the record and what its advertiser says. */
export function flyerPage(copy: SoldCopy): ReportDocument | undefined {
  const body = FlyerSchema.safeParse(copy.body).data;
  if (!body) return undefined;
  const { subject, facts, headline, features, summary, caveats, sources, rulesApplied } = body;
  const statements = [
    ...item('Headline', headline.from === 'caller' ? headline.text : undefined, 'quote'),
    ...features.map((feature): Cell => [[quote(feature)]]),
  ];
  const view = soldView(copy, sources);
  return soldPage(copy, view, {
    title: subject.addressLabel,
    summary,
    opening: section('files', 'The flyer', list(fileCells(body))),
    sections: [
      ...section('facts', 'Printed from the record', factBlocks({ id: 'facts', facts }, view)),
      ...section('stated', 'Stated by the advertiser', list(statements)),
      ...section('rules', 'Rules applied', [text(ruleLine(rulesApplied))]),
    ],
    limits: caveats,
  });
}
