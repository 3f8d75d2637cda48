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
  | {
      readonly state: 'resolved';
      readonly subject: Subject;
      readonly searched: readonly Searched[];
      /** Why it is known no closer than it is, in one sentence, where the text itself is the reason. */
      readonly coarse?: string;
    }
  | {
      readonly state: 'ambiguous' | 'unresolved' | 'unavailable';
      readonly subject: Subject;
      readonly reason: string;
      readonly searched: readonly Searched[];
    };

export interface HouseQuery {
  /** Street lines of the address, as it was typed and as it was matched; any of them will do. */
  readonly lines: readonly string[];
  readonly stateFips: string;
  /** Codes of its county, of every vintage. */
  readonly countyFips: readonly string[];
  /** Code of its city; undefined where the city is known by its postal name alone. */
  readonly placeGeoid?: string;
  readonly city?: string;
  readonly zip?: string;
  /** The point on its street. Without it the house is looked for in its ZIP or city. */
  readonly near?: GeoPoint;
}

/** The point of a house and who published it, or nothing; `searched` lists the sources that were queried, with their outcomes. */
export interface HouseFound {
  readonly point?: GeoPoint;
  readonly line?: string;
  readonly citation?: Citation;
  readonly searched: readonly Searched[];
}

export interface AddressPointsPort {
  find(house: HouseQuery, sources: SourceAccess): Promise<HouseFound>;
}

/** A census geography that contains the point, as the geocoder or TIGERweb names it. */
export interface Geography {
  /** Layer name as published, for example "119th Congressional Districts". */
  readonly layer: string;
  readonly geoid: string;
  readonly name: string;
  readonly baseName?: string;
}

export interface PlacePort {
  /** Pins a place down as far as it can be; live geocoder and the house's own published point first, embedded geography at `area` precision after them. */
  resolve(query: PlaceQuery, sources: SourceAccess): Promise<Resolution>;
  /** The text of an address without names of persons; "c/o" where nothing else is in it. No network. */
  withoutNames(text: string): string;
  /** County of a point from embedded boundaries; no network. */
  countyAt(point: GeoPoint): CountyCode | undefined;
  /** County by state (code or FIPS) and name or code; all vintages that match. */
  findCounty(state: string, county: string): readonly CountyCode[];
  /** IANA time zone of a point; no network. */
  timeZoneAt(point: GeoPoint): string | undefined;
  readonly embeddedCitation: Citation;
}
