/** Trimmed and lower-cased, as addresses are stored and compared. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase()

/** One @, a local part of plain characters, and a domain of at least two labels (shop.md §5, the contact form's rule). */
export function isEmail(email: string): boolean {
  if (email.length < 6 || email.length > 254) return false
  const [local = '', domain = '', ...more] = email.split('@')
  if (more.length > 0 || local.length > 64 || !/^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/.test(local))
    return false
  const parts = domain.split('.')
  return parts.length >= 2 && parts.every((part) => /^[a-z0-9]+(?:-+[a-z0-9]+)*$/i.test(part))
}
