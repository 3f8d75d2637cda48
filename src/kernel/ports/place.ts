import type { Searched } from '../answer.ts';
import type { Citation } from '../citation.ts';
import type { CountyCode, GeoPoint, Subject } from '../subject.ts';
import type { SourceAccess } from './sources.ts';

/** A place as a caller may name it. Coordinates win over text. */
export interface PlaceQuery {
  readonly address?: string;
  readonly place?: string;
  readonly latitude?: number;
  readonly longitude?: number;
  readonly zip?: string;
  /** Two-letter code or 2-digit FIPS code. */
  readonly state?: string;
  /** County name, 3-digit or 5-digit FIPS code. */
  readonly county?: string;
}

export type Resolution =
  | { readonly state: 'resolved'; readonly subject: Subject; readonly searched: readonly Searched[] }
  | {
      readonly state: 'ambiguous' | 'unresolved' | 'unavailable';
      readonly subject: Subject;
      readonly reason: string;
      readonly searched: readonly Searched[];
    };

/** A census geography that contains the point, as the geocoder or TIGERweb names it. */
export interface Geography {
  /** Layer name as published, for example "119th Congressional Districts". */
  readonly layer: string;
  readonly geoid: string;
  readonly name: string;
  readonly baseName?: string;
}

export interface PlacePort {
  /** Pins a place down as far as it can be; live geocoder first, embedded geography at `area` precision after it. */
  resolve(query: PlaceQuery, sources: SourceAccess): Promise<Resolution>;
  /** County of a point from embedded boundaries; no network. */
  countyAt(point: GeoPoint): CountyCode | undefined;
  /** County by state (code or FIPS) and name or code; all vintages that match. */
  findCounty(state: string, county: string): readonly CountyCode[];
  /** IANA time zone of a point; no network. */
  timeZoneAt(point: GeoPoint): string | undefined;
  /** Citation of the embedded boundaries. */
  readonly embeddedCitation: Citation;
}
