import { cutText } from '../../platform/storable-text.ts'

const compact = (postcode: string): string => postcode.toUpperCase().replaceAll(/[\s-]/g, '')

/**
 * Whether a postal code matches one of the rules, or there are none: exact ('V8W 1P6'), prefix ('V8*') or range
 * ('90210...90299', 'H2X...H3A'). A range includes all codes that begin with its end.
 */
export function matchesPostcodes(postcode: string, rules: readonly string[]): boolean {
  if (rules.length === 0) return true
  const code = compact(postcode)
  // A ZIP+4 also matches by its first five digits.
  const codes = /^\s*\d{5}-\d{4}\s*$/.test(postcode) ? [code, code.slice(0, 5)] : [code]
  return rules.some((rule) => codes.some((one) => matchesRule(one, compact(rule))))
}

function matchesRule(candidate: string, pattern: string): boolean {
  const [from = '', to] = pattern.split('...')
  if (to === undefined)
    return pattern.endsWith('*') ? candidate.startsWith(pattern.slice(0, -1)) : candidate === pattern
  if (/^\d+$/.test(from + to))
    return /^\d+$/.test(candidate) && Number(candidate) >= Number(from) && Number(candidate) <= Number(to)
  return candidate >= from && candidate.slice(0, to.length) <= to
}

/** An error message for an invalid rule; null if it is valid. */
export function postcodeRuleProblem(rule: string): string | null {
  const pattern = compact(rule)
  const [from = '', to, ...extraParts] = pattern.split('...')
  const quoted = `“${cutText(rule, 50)}”`
  const isPlain = (part: string) => /^[A-Z0-9]{1,10}$/.test(part)
  if (to === undefined)
    return isPlain(pattern.replace(/\*$/, ''))
      ? null
      : `${quoted} is neither a postal code nor the beginning of one, as in V8*.`
  if (extraParts.length > 0 || !isPlain(from) || !isPlain(to))
    return `${quoted} is not a range such as H2X 1A1...H2X 9Z9.`
  const isBackwards = /^\d+$/.test(from + to) ? Number(from) > Number(to) : from.slice(0, to.length) > to
  return isBackwards ? `${quoted} ends before it begins.` : null
}
