import { resourceOfJob, resourceOfReport } from '../kernel/mcp-tools.ts';
import type { CopyAddresses } from '../kernel/ports/copies.ts';
import type { JobHandle } from '../kernel/ports/jobs.ts';
import type { WholeAddresses } from '../short-form/short-form.ts';

/** The same as whole addresses below the public address of the service (without a slash at its end). */
export function wholeAddresses({ html, pdf, json, ...rest }: CopyAddresses, base: string): CopyAddresses {
  const whole = (address: string) => (address.startsWith('/') ? base + address : address);
  return { html: whole(html), pdf: whole(pdf), json: whole(json), ...rest };
}

/** Each form with its media type, page first. */
export const copyForms = ({ html, pdf, json }: CopyAddresses) =>
  [
    { name: 'Page', address: html, mediaType: 'text/html' },
    { name: 'PDF', address: pdf, mediaType: 'application/pdf' },
    { name: 'Data', address: json, mediaType: 'application/json' },
  ] as const;

const reportId = /\/reports\/([0-9a-f]{32})$/;

/** Where the whole of what was bought is read: web addresses where a server answers under them, else the resource over MCP alone. */
export function readAddresses(
  copies?: CopyAddresses,
  { job }: { readonly job?: JobHandle | undefined } = {},
): WholeAddresses {
  const page = copies?.html;
  const id = reportId.exec(page ?? '')?.[1];
  const uri = job ? resourceOfJob(job.jobId) : id && resourceOfReport(id);
  return {
    ...(page !== undefined && URL.canParse(page) && { page }),
    ...(uri && { uri }),
  };
}
