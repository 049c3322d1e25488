import { randomInt } from 'node:crypto'
import sharp from 'sharp'
import { consumeOnce } from '../../people/abuse/proof-of-work.ts'
import type { Tx } from '../../platform/database/connect.ts'
import { sign } from '../../platform/web/signature.ts'

/* Picture captcha (contact-form-7.md §4). Nothing is stored: the letters are a keyed hash of the challenge, a number. */

/** Bitmaps of five dots per row, the highest bit left; only letters that are not easily confused. */
const glyphs: Readonly<Record<string, readonly number[]>> = {
  A: [14, 17, 17, 31, 17, 17, 17],
  C: [14, 17, 16, 16, 16, 17, 14],
  E: [31, 16, 16, 30, 16, 16, 31],
  F: [31, 16, 16, 30, 16, 16, 16],
  H: [17, 17, 17, 31, 17, 17, 17],
  K: [17, 18, 20, 24, 20, 18, 17],
  L: [16, 16, 16, 16, 16, 16, 31],
  N: [17, 25, 21, 19, 17, 17, 17],
  P: [30, 17, 17, 30, 16, 16, 16],
  R: [30, 17, 17, 30, 20, 18, 17],
  T: [31, 4, 4, 4, 4, 4, 4],
  X: [17, 17, 10, 4, 10, 17, 17],
  Y: [17, 17, 10, 4, 4, 4, 4],
  Z: [31, 1, 2, 4, 8, 16, 31],
}
const letters = Object.keys(glyphs)
const LENGTH = 4
const VALID_MS = 60 * 60_000

/** Current milliseconds and three random digits. */
export const newCaptcha = (now: Date): string => `${now.getTime()}${randomInt(100, 1000)}`

export const captchaHref = (challenge: string): string => `/wpcf7_captcha/${challenge}.png`

const isCurrent = (challenge: string, now: Date): boolean => {
  const age = now.getTime() - Number(/^(\d{13})\d{3}$/.exec(challenge)?.[1])
  return age >= 0 && age < VALID_MS
}

/** False if the challenge was used before. */
export const consumeCaptcha = (tx: Tx, challenge: string, now: Date): Promise<boolean> =>
  consumeOnce(tx, `captcha ${challenge}`, new Date(Number(challenge.slice(0, 13)) + VALID_MS), now)

export function lettersOf(secret: string, challenge: string): string {
  const bytes = Buffer.from(sign(secret, `captcha|${challenge}`, 'hex'), 'hex')
  return Array.from({ length: LENGTH }, (_, index) => letters[(bytes[index] ?? 0) % letters.length]).join('')
}

export const isCaptchaAnswer = (secret: string, challenge: string, answer: string, now: Date): boolean =>
  isCurrent(challenge, now) && answer.trim().toUpperCase() === lettersOf(secret, challenge)

/** A PNG; null if the challenge was never issued or has expired. */
export async function drawCaptcha(secret: string, challenge: string, now: Date): Promise<Buffer | null> {
  if (!isCurrent(challenge, now)) return null
  const noise = Buffer.from(sign(secret, `captcha noise|${challenge}`, 'hex'), 'hex')
  const dots = Array.from(lettersOf(secret, challenge), (letter, index) => {
    const tilt = (noise[index] ?? 0) % 30
    const drop = (noise[index + 8] ?? 0) % 8
    const squares = (glyphs[letter] ?? []).flatMap((row, y) =>
      [0, 1, 2, 3, 4].flatMap((x) => (row & (16 >> x) ? `M${x * 3} ${y * 4}h2.6v3.4h-2.6z` : [])),
    )
    return `<path transform="translate(${8 + index * 22} ${3 + drop}) rotate(${tilt - 15} 7 14)" d="${squares.join('')}"/>`
  })
  const lines = [0, 1, 2].map(
    (line) => `<path d="M0 ${(noise[line + 12] ?? 0) % 40}L96 ${(noise[line + 15] ?? 0) % 40}" stroke="#3d4a3f"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="40"><rect width="96" height="40" fill="#f4efe4"/><g fill="#22301f">${dots.join('')}</g>${lines.join('')}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
