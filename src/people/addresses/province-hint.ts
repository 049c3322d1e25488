import { type Province, provinceOfPostcode } from './address-rules.ts'

/** How a Canadian postal code and a province mend each other. */
export type ProvinceHint =
  | { readonly kind: 'none' }
  /** Nothing was chosen: the postal code says it. */
  | { readonly kind: 'fill'; readonly code: string; readonly text: string }
  /** They do not go together: asked, never done unasked, for towns on a border are served from the other side. */
  | { readonly kind: 'ask'; readonly code: string; readonly text: string; readonly button: string }

const none: ProvinceHint = { kind: 'none' }

export function provinceHint(postcode: string, province: string, provinces: readonly Province[]): ProvinceHint {
  const code = provinceOfPostcode(postcode)
  const name = provinces.find((one) => one.code === code)?.name
  if (code === null || name === undefined || province === code) return none
  if (province === '') return { kind: 'fill', code, text: `${name}, going by your postal code.` }
  // Nunavut and the Northwest Territories share a letter, so there the whole beginning is said.
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
