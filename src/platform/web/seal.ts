import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** What encrypted text is bound to: it can be decrypted only for the same purpose and owner. */
type SealBinding = {
  /** Name of the key, which is derived from the shop's secret. */
  readonly purpose: string
  /** Name of the row with the encrypted text, so that it cannot be moved to another row. */
  readonly owner: string
}

const cipherName = 'aes-256-gcm'
const [KEY_BYTES, IV_BYTES, TAG_BYTES] = [32, 12, 16]

const keyOf = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `samovar|${purpose}`, KEY_BYTES))

/** Encrypts a text for the database with the shop's secret, which is in DATA_DIR. */
export function seal(secret: string, { purpose, owner }: SealBinding, text: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(cipherName, keyOf(secret, purpose), iv, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.from(owner))
  const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), bytes]).toString('base64url')
}

/** Null if the text was modified, or encrypted for another purpose, owner or secret. */
export function openSeal(secret: string, { purpose, owner }: SealBinding, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < IV_BYTES + TAG_BYTES) return null
  const decipher = createDecipheriv(cipherName, keyOf(secret, purpose), bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(Buffer.from(owner))
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
