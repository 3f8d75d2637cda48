import type { SourceCard } from '../../kernel/source-card.ts';

export interface KnownAddress {
  readonly id: string;
  readonly name: string;
  readonly publisher: string;
  readonly kind: 'source_card' | 'mirrored_dataset' | 'policy_source';
  readonly url: string;
  readonly jurisdictionId?: string;
}

export type MatchLevel = 'path' | 'host';

export interface AddressMatch {
  readonly known: KnownAddress;
  readonly level: MatchLevel;
}

/** Platforms that host many publishers: the host alone says nothing about who publishes. */
const sharedHosts =
  /(?:^|\.)(?:arcgis\.com|arcgisonline\.com|amazonaws\.com|githubusercontent\.com|github\.io|github\.com|googleapis\.com|windows\.net|cloudfront\.net|legistar\.com|granicus\.com|municode\.com|boarddocs\.com)$/;

const segmentsOf = (url: URL) => url.pathname.split('/').filter(Boolean);
const hostOf = (url: URL) => url.hostname.toLowerCase().replace(/^www\./, '');

const parse = (text: string): URL | undefined => {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
};

/** What keeps an address from being matched at all; undefined where nothing does. Looks at the text only. */
export function refuseUrl(text: string): string | undefined {
  const url = parse(text);
  if (!url) return 'not an absolute URL';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'only http and https addresses can be a citation';
  if (url.username || url.password) return 'an address with a user name or password in it is no citation';
  return undefined;
}

/**
 * Known addresses that a cited address falls under, nearest first: same host and a path that starts with the known one
 * (`path`), or the same host alone (`host`, never on a platform that many publishers share). Compares text, opens nothing.
 */
export function matchAddress(cited: string, known: readonly KnownAddress[]): AddressMatch[] {
  const url = parse(cited);
  if (!url) return [];
  const host = hostOf(url);
  const path = segmentsOf(url);
  const matches: (AddressMatch & { depth: number })[] = [];
  for (const one of known) {
    const other = parse(one.url);
    if (!other || hostOf(other) !== host || other.port !== url.port) continue;
    const wanted = segmentsOf(other);
    const inside =
      wanted.length > 0 && wanted.every((segment, at) => path[at]?.toLowerCase() === segment.toLowerCase());
    if (inside) matches.push({ known: one, level: 'path', depth: wanted.length });
    else if (!sharedHosts.test(host)) matches.push({ known: one, level: 'host', depth: 0 });
  }
  matches.sort((a, b) => b.depth - a.depth);
  const seen = new Set<string>();
  return matches
    .filter(({ known: { id } }) => !seen.has(id) && seen.add(id))
    .map(({ known: one, level }) => ({ known: one, level }));
}

/** Every address of a card that a citation may carry. */
export const addressesOf = (card: SourceCard, jurisdictionId?: string): KnownAddress[] =>
  [card.endpoint, card.landingUrl, card.datasetUrl, card.probe?.url].flatMap((url) =>
    url
      ? [
          {
            id: card.id,
            name: card.name,
            publisher: card.publisher,
            kind: 'source_card' as const,
            url,
            ...(jurisdictionId && { jurisdictionId }),
          },
        ]
      : [],
  );
