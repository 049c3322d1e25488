/** Provinces and territories by the first letter of their postal codes (Canada Post). */
const byLetter: Readonly<Record<string, string>> = {
  ...{ A: 'NL', B: 'NS', C: 'PE', E: 'NB', G: 'QC', H: 'QC', J: 'QC', K: 'ON', L: 'ON', M: 'ON', N: 'ON', P: 'ON' },
  ...{ R: 'MB', S: 'SK', T: 'AB', V: 'BC', Y: 'YT' },
}
/** Two territories share the letter X. */
const nunavut = /^X0[ABC]/

/** The province of a Canadian postal code, or of its first three characters; '' if it cannot be one. */
export function provinceOfPostcode(postcode: string): string {
  const code = postcode.trim().toUpperCase()
  if (!/^[A-Z]\d[A-Z]/.test(code)) return ''
  if (code.startsWith('X')) return nunavut.test(code) ? 'NU' : 'NT'
  return byLetter[code[0] ?? ''] ?? ''
}
