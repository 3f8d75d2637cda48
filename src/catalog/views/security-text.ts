/** Where a vulnerability is reported: addresses in order of preference, the policy, and until when this is believed. */
export interface SecurityContact {
  /** `https:`, `mailto:` or `tel:` addresses. */
  readonly contacts: readonly string[];
  readonly policy: string;
  readonly expiresAt: Date;
}

/** `security.txt` of RFC 9116; `Canonical` only under an address that begins with https://, as the RFC has it. */
export function securityText({ contacts, policy, expiresAt }: SecurityContact, canonical: string): string {
  const lines = [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expiresAt.toISOString()}`,
    'Preferred-Languages: en',
    ...(canonical.startsWith('https://') ? [`Canonical: ${canonical}`] : []),
    `Policy: ${policy}`,
  ];
  return `${lines.join('\n')}\n`;
}
