/** Providers that leave dots out of account, and the one name their addresses go by here. */
const dotless: Readonly<Record<string, string>> = { 'gmail.com': 'gmail.com', 'googlemail.com': 'gmail.com' }

/**
 * The one spelling of all the addresses that reach the same mailbox: `Ada.Leaf+tea@Gmail.com` is `adaleaf@gmail.com`. For
 * comparing only; a mail goes to the address as it was typed. '' stays ''.
 */
export function canonicalEmail(email: string): string {
  const tidy = email.trim().normalize('NFC').toLowerCase()
  const at = tidy.lastIndexOf('@')
  if (at < 1) return tidy
  const domain = tidy.slice(at + 1)
  const typed = tidy.slice(0, at)
  // What begins with a plus sign would be left without a name.
  const name = typed.replace(/(?<=.)\+.*$/s, '')
  const known = Object.hasOwn(dotless, domain) ? dotless[domain] : undefined
  return known ? `${name.replaceAll('.', '')}@${known}` : `${name}@${domain}`
}
