import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { MAX_PASSWORD_LENGTH } from './password-rules.ts'

const argon2Async = promisify(argon2)

/** OWASP's minimum parameters for argon2id: 19 MiB, two passes, one lane. */
const currentCost = { memory: 19_456, passes: 2, parallelism: 1 } as const
const SALT_BYTES = 16
const TAG_BYTES = 32

type Cost = Pick<Argon2Parameters, 'memory' | 'passes' | 'parallelism'>

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')

/** Normalizes Unicode, so that composed and decomposed characters give the same hash. */
const argon2Tag = (password: string, salt: Buffer, cost: Cost, tagLength: number): Promise<Buffer> =>
  argon2Async('argon2id', { message: password.normalize('NFKC'), nonce: salt, tagLength, ...cost })

/** PHC string with salt and parameters: `$argon2id$v=19$m=…,t=…,p=…$salt$tag`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hashed = await argon2Tag(password, salt, currentCost, TAG_BYTES)
  return `$argon2id$v=19$m=${currentCost.memory},t=${currentCost.passes},p=${currentCost.parallelism}$${unpadded(salt)}$${unpadded(hashed)}`
}

const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/

const truncated = (password: string): string => password.slice(0, MAX_PASSWORD_LENGTH)

/** Uses the parameters in the hash, so that old hashes stay valid. One derivation always: timing reveals nothing. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const parts = PHC.exec(hash)
  if (!parts || password.length > MAX_PASSWORD_LENGTH) {
    await argon2Tag(truncated(password), Buffer.alloc(SALT_BYTES), currentCost, TAG_BYTES)
    return false
  }
  const [, memory, passes, parallelism, salt = '', expected = ''] = parts
  const expectedTag = Buffer.from(expected, 'base64')
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  return timingSafeEqual(expectedTag, await argon2Tag(password, Buffer.from(salt, 'base64'), cost, expectedTag.length))
}
