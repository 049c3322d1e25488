import { cutText, storableText } from '../../platform/storable-text.ts'
import { stripTags } from '../../platform/web/plain-text.ts'
import { attributionFields } from './visit.ts'
import { withoutSecrets } from './without-secrets.ts'

/** Attribution values stored with an order, by field name without prefix. */
export type Attribution = Readonly<Record<string, string>>

const MAX_LENGTH = 500
const fieldNames = Object.keys(attributionFields)
const isAddress: ReadonlySet<string> = new Set(['session_entry', 'referrer'])

/** Known fields without HTML tags and '(none)', plus the device; empty without any (reference sheet, section 4). */
export function sanitizeAttribution(input: Readonly<Record<string, unknown>>): Attribution {
  const sanitized: Record<string, string> = {}
  for (const name of fieldNames) {
    const value = Object.hasOwn(input, name) ? input[name] : undefined
    if (typeof value !== 'string') continue
    const text = isAddress.has(name) ? withoutSecrets(sanitizeText(value)) : sanitizeText(value)
    if (text !== '(none)') sanitized[name] = text
  }
  if (Object.values(sanitized).every((text) => text === '')) return {}
  return sanitized.user_agent ? { ...sanitized, device_type: deviceOf(sanitized.user_agent) } : sanitized
}

const sanitizeText = (text: string): string =>
  cutText(
    stripTags(storableText(text.slice(0, 5000)))
      .replaceAll(/\s+/g, ' ')
      .trim(),
    MAX_LENGTH,
  )

/** Tablets are tested first: their user agents also contain 'Mobile' or 'Android'. */
function deviceOf(userAgent: string): 'Mobile' | 'Tablet' | 'Desktop' {
  if (/iPad|Tablet|PlayBook|Silk|Kindle|Android(?!.*Mobile)/i.test(userAgent)) return 'Tablet'
  return /Mobi|iPhone|iPod|Android|Windows Phone/i.test(userAgent) ? 'Mobile' : 'Desktop'
}
