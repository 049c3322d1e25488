/** Providers that ignore dots in the local part, mapped to one domain name each. */
const dotInsensitiveDomains: Readonly<Record<string, string>> = {
  'gmail.com': 'gmail.com',
  'googlemail.com': 'gmail.com',
}

/** `Ada.Leaf+tea@Gmail.com` is `adaleaf@gmail.com`. For comparison only; emails go to the address as typed. */
export function canonicalEmail(email: string): string {
  const normalized = email.trim().normalize('NFC').toLowerCase()
  const at = normalized.lastIndexOf('@')
  if (at < 1) return normalized
  const domain = normalized.slice(at + 1)
  const localPart = normalized.slice(0, at)
  // A leading plus sign is retained, because removing the tag would leave an empty local part.
  const mailbox = localPart.replace(/(?<=.)\+.*$/s, '')
  const canonicalDomain = Object.hasOwn(dotInsensitiveDomains, domain) ? dotInsensitiveDomains[domain] : undefined
  return canonicalDomain ? `${mailbox.replaceAll('.', '')}@${canonicalDomain}` : `${mailbox}@${domain}`
}
