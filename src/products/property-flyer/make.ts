import type { ToolContext } from '../../catalog/context.ts';
import { hashJson } from '../../kernel/canonical.ts';
import { defined } from '../../kernel/defined.ts';
import { drawFlyer } from '../../reports/flyer/flyer.ts';
import type { FlyerText } from '../../reports/flyer/layout.ts';
import { rowCitation } from '../../rules/cited-row.ts';
import { flyerClaims } from '../../rules/flyer-claims.ts';
import { limitsOf } from '../../rules/limits.ts';
import { printedFacts, sourceLine, sourcesOfFacts } from '../property-update/record-facts.ts';
import { sectionCitation } from '../shared/compose/facts.ts';
import { accessOf, endOfCopies, reportPath } from '../shared/copies/names.ts';
import { type FlyerGround, type SentImages, undecodable } from './gather.ts';
import type { Flyer, FlyerInput } from './schema.ts';

const standing = limitsOf('property-flyer.paper');

const streetOf = (label: string) => label.split(',')[0]?.trim() || label;

const mostFacts = 4;

function textOf({ handoff, report }: FlyerGround, input: FlyerInput): FlyerText {
  const shown = printedFacts(report, mostFacts);
  const facts = shown.map(({ fact }) => fact);
  const pictured = input.subjectImage ? [] : (report.visual?.caveats.slice(0, 2) ?? []);
  return {
    headline: input.headline ?? `${streetOf(handoff.addressLabel)}: from the public record`,
    address: handoff.addressLabel,
    facts: shown.map(({ label, words }) => ({ label, value: words })),
    factSource: facts.length > 0 ? `From public records, ${sourceLine(sourcesOfFacts(facts))}` : '',
    features: input.features ?? [],
    contact: input.brand?.contact ?? {},
    fine: [...standing, ...pictured].join(' '),
    target: handoff.pdfUrl,
  };
}

const rulesApplied = (): Flyer['rulesApplied'] => ({
  rules: flyerClaims.rows.length,
  asOf: flyerClaims.asOf,
  sources: [...new Map(flyerClaims.rows.map((row) => [row.page.url, sectionCitation(rowCitation(row))])).values()].map(
    // a row of a table of this service is its own evidence
    ({ evidence: _pending, ...citation }) => citation,
  ),
});

function pictureOf({ report }: FlyerGround, { subjectImage }: FlyerInput): Flyer['picture'] {
  const aerial = report.visual?.aerial;
  return subjectImage || !aerial
    ? { from: 'caller_photo' }
    : { from: 'report_aerial', sourceName: aerial.sourceName, acquiredAt: aerial.acquiredAt };
}

/** A flyer whose files are put into the store; `undefined` where its code cannot be read back. */
export async function makeFlyer(
  ctx: ToolContext<'none'>,
  ground: FlyerGround,
  input: FlyerInput,
  images: SentImages,
): Promise<Flyer | undefined> {
  const { objects, now } = ctx;
  const { handoff, report, aerial } = ground;
  const text = textOf(ground, input);
  const main = images.subjectImage ? { photo: images.subjectImage } : { aerial: aerial ?? '' };
  const made = await drawFlyer(text, { ...images, main }, now);
  if ('undecodable' in made) throw undecodable(made.undecodable);
  const { read } = made;
  if (!objects || read?.text !== text.target) return undefined;
  const [png, pdf] = [await objects.put(made.png, 'image/png'), await objects.put(made.pdf, 'application/pdf')];
  const generatedAt = now.toISOString();
  // the seal of the handoff is in it, which no one else has seen: the address cannot be worked out from the report
  const id = hashJson([input.reportHandoff.mac, png.contentHash, generatedAt]).slice(0, 32);
  const page = `${ctx.publicUrl ?? ''}${reportPath(id)}`;
  const until = endOfCopies(generatedAt, objects.namedDays);
  const facts = printedFacts(report, mostFacts).map(({ fact }) => fact);
  const { brand, headline, features = [] } = input;
  return {
    kind: 'property_flyer',
    charged: true,
    id,
    generatedAt,
    summary: `Flyer of ${handoff.addressLabel}, 1080 by 1350 pixels and as PDF; its code opens the report ${handoff.reportId} and was read back.`,
    subject: { addressLabel: handoff.addressLabel },
    reportId: handoff.reportId,
    reportHash: handoff.reportHash,
    ...filesOf(page, png.contentHash, pdf.contentHash),
    qr: { target: text.target, version: read.version, errorCorrection: 'M', decoded: true },
    headline: { text: text.headline, from: headline === undefined ? 'report' : 'caller' },
    features: [...features],
    facts,
    picture: pictureOf(ground, input),
    brandUsed: {
      logo: brand?.logo !== undefined,
      headshot: brand?.headshot !== undefined,
      contact: Object.keys(defined({ ...brand?.contact })),
    },
    rulesApplied: rulesApplied(),
    sources: sourcesOfFacts(facts).map((citation) => ({ citation, usedFor: ['Facts of the flyer'] })),
    caveats: [...standing, ...(images.subjectImage ? [] : (report.visual?.caveats ?? []))],
    composeStatus: 'ok',
    access: { ...accessOf(id, until, ctx.publicUrl), png: `${page}.png` },
  };
}

const filesOf = (page: string, png: string, pdf: string): Pick<Flyer, 'image' | 'pdf'> => ({
  image: { mediaType: 'image/png', contentHash: png, url: `${page}.png`, widthPixels: 1080, heightPixels: 1350 },
  pdf: { mediaType: 'application/pdf', contentHash: pdf, url: `${page}.pdf`, widthInches: 8, heightInches: 10 },
});
