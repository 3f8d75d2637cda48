import type { RailKind } from '../kernel/rail.ts';

/** What is sold on one route, as far as a payment needs to know. */
export interface SaleTerms {
  readonly slug: string;
  /** Atomic USDC, decimal text. */
  readonly amount: string;
  readonly rails: readonly RailKind[];
  readonly maxTimeoutSeconds: number;
  /** Printable ASCII, at most 450 characters. */
  readonly description: string;
  readonly tags: readonly string[];
  /** Body example and schema for catalogs of buyers. */
  readonly example: Readonly<Record<string, unknown>>;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

export const maxDescription = 450;

/** Text as printable ASCII within the bound that buyers' catalogs take; where it is cut, the ending is not. */
export function asciiDescription(text: string, ending = ''): string {
  const most = maxDescription - ending.length;
  const plain = text
    .normalize('NFKD')
    .replace(/[\u2010-\u2015]/g, '-')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .replace(/\u2026/g, '...')
    .replace(/\s+/g, ' ')
    .replace(/[^\x20-\x7e]/g, '')
    .trim();
  return (plain.length <= most ? plain : `${plain.slice(0, most - 3).trimEnd()}...`) + ending;
}
