import type { ToolPart } from '../../answers/ask-tools.ts';
import { briefParts } from '../shared/brief-parts.ts';

const ofGroup = (group: string | undefined) => briefParts('place_report').filter((part) => part.group === group);

/** What is read besides the parcel and the records, in the order of a report. */
export const reportParts = (): readonly ToolPart[] => ofGroup(undefined);

/** About the parcel itself, where its place has a source of the lane. */
export const parcelParts = (): readonly ToolPart[] => ofGroup('parcel');

/** Maps of the whole country: where one has no value at a place it has answered, and nothing is missing there. */
export const mappedEverywhere: ReadonlySet<string> = new Set<ToolPart['tool']>(['svc_seismic_design']);
