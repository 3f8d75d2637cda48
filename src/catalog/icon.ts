/** Icon of the service: a record with the pin of its place. Square, legible at 16 pixels, on light and on dark. */
export const iconSvg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="#1d4f73"/><path d="M16 10h22l10 10v34H16z" fill="#fff"/><path d="M38 10v10h10z" fill="#b9cede"/><path d="M32 48c-7-8-10-12-10-16a10 10 0 0 1 20 0c0 4-3 8-10 16z" fill="#c2531b"/><circle cx="32" cy="32" r="4" fill="#fff"/></svg>';

/** The icon as an address that needs no request. */
export const iconAddress = `data:image/svg+xml;base64,${Buffer.from(iconSvg).toString('base64')}`;
