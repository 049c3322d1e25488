import { DAY_MS } from '../../platform/time/durations.ts'
import { hrefs } from '../../platform/web/routes.ts'
import { isSameSignature, sign } from '../../platform/web/signature.ts'

/** Long enough to show a draft to others, short enough for a link that is passed on. */
const VALID_MS = DAY_MS

const signatureOf = (secret: string, id: number, expiresAt: number): string =>
  sign(secret, JSON.stringify(['preview', id, expiresAt]))

/** Link to the stored texts of an unpublished entry. Whoever has it can read them for a day. */
export function previewHref(secret: string, id: number, now: Date): string {
  const expiresAt = now.getTime() + VALID_MS
  return hrefs.preview(id, `${expiresAt}-${signatureOf(secret, id, expiresAt)}`)
}

/** Whether the key of a preview link is genuine and not expired. */
export function isPreviewKey(secret: string, id: number, key: string, now: Date): boolean {
  const [expiry = '', signature = ''] = /^(\d{1,15})-([\w-]+)$/.exec(key)?.slice(1) ?? []
  const expiresAt = Number(expiry)
  return isSameSignature(signature, signatureOf(secret, id, expiresAt)) && expiresAt > now.getTime()
}
