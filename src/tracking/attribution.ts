import { attributionFields } from './visit.ts'
import { withoutSecrets } from './without-secrets.ts'

/** What an order keeps of the visit it came from: field names without prefix. */
export type Attribution = Readonly<Record<string, string>>

const LONGEST = 500
const names = Object.keys(attributionFields)
const isAddress: ReadonlySet<string> = new Set(['session_entry', 'referrer'])

/**
 * Cleans what a form or a program said about a visit: only known fields, tags and extra space removed, '(none)' left
 * out, the kind of device added. Nothing at all when every field is empty (reference sheet, section 4).
 */
export function keptAttribution(given: Readonly<Record<string, unknown>>): Attribution {
  const kept: Record<string, string> = {}
  for (const name of names) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined
    if (typeof value !== 'string') continue
    const text = isAddress.has(name) ? withoutSecrets(cleaned(value)) : cleaned(value)
    if (text !== '(none)') kept[name] = text
  }
  if (Object.values(kept).every((text) => text === '')) return {}
  return kept.user_agent ? { ...kept, device_type: deviceOf(kept.user_agent) } : kept
}

const cleaned = (text: string): string =>
  text
    .slice(0, 5000)
    .toWellFormed()
    .replaceAll('\0', '')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST)

/** Tablets also say 'Mobile' or 'Android', so they are looked for first. */
function deviceOf(userAgent: string): 'Mobile' | 'Tablet' | 'Desktop' {
  if (/iPad|Tablet|PlayBook|Silk|Kindle|Android(?!.*Mobile)/i.test(userAgent)) return 'Tablet'
  return /Mobi|iPhone|iPod|Android|Windows Phone/i.test(userAgent) ? 'Mobile' : 'Desktop'
}
