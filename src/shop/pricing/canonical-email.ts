/** Providers that leave dots out of account, and the one name their addresses go by here. */
const dotInsensitiveDomains: Readonly<Record<string, string>> = {
  'gmail.com': 'gmail.com',
  'googlemail.com': 'gmail.com',
}

/**
 * The one spelling of all the addresses that reach the same mailbox: `Ada.Leaf+tea@Gmail.com` is `adaleaf@gmail.com`. For
 * comparing only; a mail goes to the address as it was typed. '' stays ''.
 */
export function canonicalEmail(email: string): string {
  const normalized = email.trim().normalize('NFC').toLowerCase()
  const at = normalized.lastIndexOf('@')
  if (at < 1) return normalized
  const domain = normalized.slice(at + 1)
  const localPart = normalized.slice(0, at)
  // What begins with a plus sign would be left without a name.
  const mailbox = localPart.replace(/(?<=.)\+.*$/s, '')
  const canonicalDomain = Object.hasOwn(dotInsensitiveDomains, domain) ? dotInsensitiveDomains[domain] : undefined
  return canonicalDomain ? `${mailbox.replaceAll('.', '')}@${canonicalDomain}` : `${mailbox}@${domain}`
}
