import { offices } from '../../src/answers/offices.ts';
import { askPublisher, configuredOrAnswer, placeWords } from '../../src/answers/uncovered.ts';
import { type ZoningName, zoningOnParcel, zoningOnParcelFacts } from '../../src/answers/zoning-on-parcel.ts';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { answerSchema, type VerifyNext } from '../../src/kernel/answer.ts';
import { filled } from '../../src/kernel/nearby-shape.ts';
import { plainName } from '../../src/kernel/text.ts';
import { askKind, takeKind, zoningFacts } from '../../src/places/lanes/zoning.ts';
import type { ConfiguredLane } from '../../src/places/schema/port.ts';
import { limitOf } from '../../src/rules/limits.ts';

const alongStreet = limitOf('address.along_street_zoning');

function ordinancesOf(configured: readonly ConfiguredLane[]): VerifyNext[] {
  const places = new Map(configured.map(({ jurisdiction }) => [jurisdiction.id, jurisdiction]));
  return [...places.values()].flatMap((place) =>
    place.policySources
      .filter((source) => source.level === 'city' && /ordinance|code|zoning|resolution/i.test(source.name))
      .slice(0, 2)
      .map(({ name, url }) => ({ action: 'Read what the district allows in the ordinance', with: name, url })),
  );
}

const listed = (words: readonly (string | undefined)[]) => words.filter(Boolean).join(', ');

function outcomeWords({ component, rows }: ReturnType<typeof takeKind>, codes: string | undefined): string {
  if (component.state === 'unavailable') return 'could not be read';
  if (codes) return `gives ${codes}`;
  return rows.length > 0 ? 'maps a district' : 'maps no district';
}

export default defineTool({
  title: 'Zoning at an address',
  summary: 'Zoning district, overlays and landmark districts mapped at a point, with the code as the city writes it.',
  whenToUse: 'Which zoning district, overlay or historic district does the city map at this address?',
  notFor: 'Not a list of permitted uses and no zoning letter; pending cases are svc_development_cases.',
  scope: 'local',
  lane: 'zoning',
  fallbacks: ['svc_ordinance_leads'],
  examples: [
    { title: 'Zoning of an address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
    { title: 'Zoning at a point', arguments: { latitude: 41.8838, longitude: -87.6319 } },
  ],
  output: answerSchema({ facts: zoningFacts.extend(zoningOnParcelFacts), components: true }),
  paid: oneCentTerms(['zoning', 'land-use', 'planning', 'local']),
  async run(ctx) {
    const { subject, lane, answer } = ctx;
    const at = configuredOrAnswer(answer, lane, subject, { what: 'zoning', office: offices.planning });
    if ('answer' in at) return at.answer;
    const [overlayLane, landmarkLane] = await Promise.all([
      ctx.jurisdictions.lane(subject, 'zoning_overlay', ctx.sources),
      ctx.jurisdictions.lane(subject, 'landmark', ctx.sources),
    ]);
    const [parcel, ...queried] = await Promise.all([
      zoningOnParcel(ctx, overlayLane),
      askKind(ctx.sources, lane, 'districts', subject),
      askKind(ctx.sources, overlayLane, 'overlays', subject),
      askKind(ctx.sources, landmarkLane, 'landmarks', subject),
    ]);
    const districts = takeKind(queried[0], subject, answer);
    const overlays = takeKind(queried[1], subject, answer);
    const landmarks = takeKind(queried[2], subject, answer);
    const onParcel = parcel.put(answer, {
      districts: districts.rows as readonly ZoningName[],
      overlays: overlays.rows as readonly ZoningName[],
    });
    const codes = listed(
      (districts.rows as { code?: string; label?: string }[]).map(
        ({ code, label }) => plainName(code) && `${plainName(code)}${plainName(label) ? ` (${plainName(label)})` : ''}`,
      ),
    );
    const also = listed(
      ([...overlays.rows, ...landmarks.rows] as { label?: string; name?: string; code?: string }[]).map((entry) =>
        plainName(entry.name ?? entry.label ?? entry.code),
      ),
    );
    const outcome = outcomeWords(districts, codes);
    return answer.finish({
      summary: `${onParcel.differs}${at.names} ${outcome} at ${placeWords(subject)}${also ? `; also mapped there: ${also}` : ''}.`,
      facts: {
        ...onParcel.facts,
        districts: filled(districts.rows),
        overlays: filled(overlays.rows),
        landmarks: filled(landmarks.rows),
      },
      components: { zoning: districts.component, overlays: overlays.component, landmarks: landmarks.component },
      limits: [...parcel.limits, subject.precision === 'address' && alongStreet, ...at.notes],
      verifyNext: [
        ...ordinancesOf(at.configured),
        ...askPublisher(at.configured, 'Ask for a zoning verification letter'),
      ],
    });
  },
});
