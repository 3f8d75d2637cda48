import type { SourceRequest } from '../../kernel/ports/sources.ts';

type Posted = SourceRequest & { readonly url: string };

const posted = (url: string, type: string, body: string): Posted => ({
  url,
  method: 'POST',
  idempotent: true,
  headers: { 'content-type': type },
  body,
});

/** A query by POST, as a form: it changes nothing at the source, so that it may be repeated and its reply reused. */
export const formQuery = (url: string, params: Readonly<Record<string, string>>): Posted =>
  posted(url, 'application/x-www-form-urlencoded', new URLSearchParams(params).toString());

/** The same as JSON. */
export const jsonQuery = (url: string, body: object): Posted => posted(url, 'application/json', JSON.stringify(body));
