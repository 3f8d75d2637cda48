import type { TriForm } from './rows.ts';

export interface Quantities {
  readonly onSite: number;
  readonly offSite: number;
  readonly air: number;
  readonly water: number;
  readonly underground: number;
}

export interface FacilityTotal extends Quantities {
  readonly facilityId: string;
  readonly facility: string;
  readonly city: string | undefined;
  readonly chemicals: number;
}

export interface TriSummary {
  readonly facilities: number;
  readonly forms: number;
  /** Forms that state no quantities. */
  readonly certifiedOnly: number;
  readonly pounds: Quantities | undefined;
  /** Dioxins; undefined where nobody reports them. */
  readonly grams: Quantities | undefined;
  /** Facilities by pounds released on site, most first. */
  readonly byFacility: readonly FacilityTotal[];
  readonly byChemical: readonly { readonly chemical: string; readonly onSite: number; readonly facilities: number }[];
}

/** Rounds away the noise of adding binary fractions; seven significant digits are more than any form states. */
const tidy = (value: number) => Number(value.toPrecision(7));

function total(forms: readonly TriForm[]): Quantities {
  const add = (read: (form: TriForm) => number | undefined) =>
    tidy(forms.reduce((sum, form) => sum + (read(form) ?? 0), 0));
  return {
    onSite: add((form) => form.onSite),
    offSite: add((form) => form.offSite),
    air: add((form) => form.air),
    water: add((form) => form.water),
    underground: add((form) => form.underground),
  };
}

const groups = <T>(rows: readonly T[], key: (row: T) => string) => {
  const map = new Map<string, T[]>();
  for (const row of rows) map.set(key(row), [...(map.get(key(row)) ?? []), row]);
  return [...map.values()];
};

/** Sums the forms of one county and year; pounds and grams are never added to each other. */
export function summarize(forms: readonly TriForm[]): TriSummary {
  const stated = forms.filter((form) => !form.certifiedOnly);
  const pounds = stated.filter((form) => form.unit === 'pounds');
  const grams = stated.filter((form) => form.unit === 'grams');
  const byFacility = groups(forms, (form) => form.facilityId).flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const { facilityId, facility, city } = first;
    const stated = own.filter((form) => form.unit === 'pounds' && !form.certifiedOnly);
    return [{ facilityId, facility, city, chemicals: own.length, ...total(stated) }];
  });
  const byChemical = groups(pounds, (form) => form.chemical).map((own) => ({
    chemical: own[0]?.chemical ?? '',
    onSite: total(own).onSite,
    facilities: new Set(own.map((form) => form.facilityId)).size,
  }));
  return {
    facilities: byFacility.length,
    forms: forms.length,
    certifiedOnly: forms.length - stated.length,
    pounds: pounds.length > 0 ? total(pounds) : undefined,
    grams: grams.length > 0 ? total(grams) : undefined,
    byFacility: byFacility.sort((a, b) => b.onSite - a.onSite),
    byChemical: byChemical.sort((a, b) => b.onSite - a.onSite),
  };
}
