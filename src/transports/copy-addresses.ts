import type { CopyAddresses } from '../kernel/ports/copies.ts';

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
