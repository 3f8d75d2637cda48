import { groupBy } from '../../kernel/group.ts';
import type { TriForm } from './fields.ts';

const media = ['onSite', 'offSite', 'air', 'water', 'underground'] as const;

/** Sums of what the forms state; a medium for which no form states a quantity is absent. */
export type Quantities = { readonly [K in (typeof media)[number]]?: number };

/** Rounds away the noise of adding binary fractions; seven significant digits are more than any form states. */
const tidy = (value: number) => Number(value.toPrecision(7));

function total(forms: readonly TriForm[]): Quantities {
  const sums = media.flatMap((medium) => {
    const stated = forms.flatMap((form) => form[medium] ?? []);
    return stated.length > 0 ? [[medium, tidy(stated.reduce((sum, value) => sum + value, 0))] as const] : [];
  });
  return Object.fromEntries(sums);
}

/** The most first; what is not stated last. */
const byOnSite = (a: Quantities, b: Quantities) => (b.onSite ?? -1) - (a.onSite ?? -1);

/** Sums the forms of one county and year; pounds and grams (dioxins) are never added to each other. */
export function summarize(forms: readonly TriForm[]) {
  const ofUnit = (unit: TriForm['unit'], all = forms) =>
    all.filter((form) => form.unit === unit && !form.certifiedOnly);
  const pounds = ofUnit('pounds');
  const grams = ofUnit('grams');
  const byFacility = [...groupBy(forms, ({ facilityId }) => facilityId)].map(([facilityId, own]) => ({
    facilityId,
    name: own[0]?.facility ?? '',
    city: own[0]?.city,
    chemicalCount: own.length,
    ...total(ofUnit('pounds', own)),
  }));
  const byChemical = [...groupBy(pounds, ({ chemical }) => chemical)].map(([chemical, own]) => ({
    chemical,
    ...total(own),
    facilityCount: new Set(own.map(({ facilityId }) => facilityId)).size,
  }));
  return {
    facilities: byFacility.length,
    forms: forms.length,
    /** Forms that state no quantities. */
    certifiedOnly: forms.filter(({ certifiedOnly }) => certifiedOnly).length,
    pounds: pounds.length > 0 ? total(pounds) : undefined,
    grams: grams.length > 0 ? total(grams) : undefined,
    byFacility: byFacility.toSorted(byOnSite),
    byChemical: byChemical.toSorted(byOnSite),
  };
}
