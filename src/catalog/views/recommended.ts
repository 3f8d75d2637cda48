import type { GuideRole } from '../define.ts';
import type { Publication } from './publication.ts';

const order: readonly { readonly role: GuideRole; readonly why: string }[] = [
  { role: 'plan', why: 'a plan for a purpose: which tools, in which order, at which price' },
  { role: 'lanes', why: 'which lanes are wired for this place before anything is queried or bought' },
  { role: 'facts', why: 'one call for parcel, flood zone, districts and tax context' },
];

/** The recommended first calls, as far as the registry has them. */
export const firstSteps = ({ registry }: Pick<Publication, 'registry'>) =>
  order.flatMap(({ role, why }) => {
    const tool = registry.guideTool(role)?.name;
    return tool ? [{ tool, why }] : [];
  });
