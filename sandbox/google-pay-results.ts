import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** A payment, or how it ended, for the page of the origin that asked for it. */
export type SealedResult = { readonly origin: string; readonly state: string; readonly outcome: unknown }

const lifetimeMs = 10 * 60_000
const algorithm = 'aes-256-gcm'

export type ResultSeals = {
  /** The result encrypted for a URL, so that nobody else can read or change it. */
  seal(result: SealedResult): string
  /** The decrypted result; null if it was not sealed here, is for another origin, or is too old. */
  open(sealed: string, origin: string): SealedResult | null
}

/** Encrypts results with a key derived from the account's secret key. */
export function resultSeals(secretKey: string, now: () => Date): ResultSeals {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'google pay results', 32))
  return {
    seal(result) {
      const iv = randomBytes(12)
      const cipher = createCipheriv(algorithm, key, iv)
      const text = JSON.stringify({ ...result, expires: now().getTime() + lifetimeMs })
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
    },
    open(sealed, origin) {
      const opened = decrypt(Buffer.from(sealed, 'base64url'), key)
      return opened && opened.origin === origin && opened.expires > now().getTime() ? opened : null
    },
  }
}

function decrypt(bytes: Buffer, key: Buffer): (SealedResult & { readonly expires: number }) | null {
  if (bytes.length < 28) return null
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, 12)).setAuthTag(bytes.subarray(12, 28))
  try {
    const text = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    return JSON.parse(text) as SealedResult & { readonly expires: number }
  } catch {
    return null
  }
}
