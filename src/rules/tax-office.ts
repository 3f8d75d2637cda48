import type { VerifyNext } from '../kernel/answer.ts';
import type { Subject } from '../kernel/subject.ts';
import { policySourcesOf } from './policy-sources.ts';

/** Where the state's property tax guidance is published; empty where the state is not known. */
export function stateTaxOffice(subject: Subject | undefined, action: string): readonly VerifyNext[] {
  const state = policySourcesOf(subject?.stateCode ?? '');
  return state ? [{ action, with: state.taxAgency, url: state.taxAgencyUrl }] : [];
}
