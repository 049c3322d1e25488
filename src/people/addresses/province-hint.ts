import { type Province, provinceOfPostcode } from './address-rules.ts'

/** Hint about a mismatch of Canadian postal code and province. */
export type ProvinceHint =
  | { readonly kind: 'none' }
  /** No province is selected: fill it in from the postal code. */
  | { readonly kind: 'fill'; readonly code: string; readonly text: string }
  /** They do not match: suggest the change, never apply it, because border towns may be served from the neighbouring province. */
  | { readonly kind: 'ask'; readonly code: string; readonly text: string; readonly button: string }

const none: ProvinceHint = { kind: 'none' }

export function provinceHint(postcode: string, province: string, provinces: readonly Province[]): ProvinceHint {
  const code = provinceOfPostcode(postcode)
  const name = provinces.find((one) => one.code === code)?.name
  if (code === null || name === undefined || province === code) return none
  if (province === '') return { kind: 'fill', code, text: `${name}, going by your postal code.` }
  // Nunavut and the Northwest Territories share a first letter, so the message shows the first three characters.
  const normalized = postcode.trim().toUpperCase()
  const prefix = normalized.startsWith('X') ? normalized.slice(0, 3) : normalized.charAt(0)
  const regionName = code === 'NT' ? `the ${name}` : name
  return {
    kind: 'ask',
    code,
    text: `Postal codes that begin with ${prefix} are in ${regionName}.`,
    button: `Use ${name}?`,
  }
}
