import { expect, test } from 'vitest'
import { cpuMsOf } from '../../../../test/support/cpu-time.ts'
import { refusePassword } from './new-password.ts'
import { passwordStrength } from './password-strength.ts'

const owner = { email: 'ada.leaf@example.com', name: 'Ada Leaf', siteTitle: 'Samovar Tea' }
const refuse = (password: string) => refusePassword(password, owner)

test.each(['gyokuro-at-60-degrees', 'correct horse battery staple', 'thé vert du matin', 'kettle basket orchid'])(
  '%j is taken, whatever kinds of characters it has',
  async (password) => expect(await refuse(password)).toBeNull(),
)

test.each(['', 'short', 'x'.repeat(129)])('a length outside the limits is refused: %j', async (password) =>
  expect(await refuse(password)).toBe('length'),
)

test.each(['1234567890', 'qwertyuiop', 'password123', 'Password123', 'p@ssw0rd123'])(
  'a stolen password is refused, also in other letters: %j',
  async (password) => expect(await refuse(password)).toBe('breached'),
)

test.each([
  'ada.leaf@example.com',
  'adaleaf2026',
  'leafleafleaf',
  'samovar-2026',
  'SamovarTea1',
  'samovar samovar',
  'ada and leaf',
])('words about its owner and the shop are refused: %j', async (password) =>
  expect(await refuse(password)).toBe('personal'),
)

test.each(['aaaaaaaaaaaa', 'abcdefghij', 'montreal2026', 'december1987', 'beautifulmorning'])(
  'what is tried early is refused: %j',
  async (password) => expect(await refuse(password)).toBe('guessable'),
)

test('a password full of substitutions costs no more than a moment', async () => {
  passwordStrength('warm', [])
  for (const part of ['4@a', '$5s1!il', '0oO', 'p4$$w0rd', 'aB3$']) {
    const words = Array.from({ length: 40 }, (_, nth) => `word${nth}`)
    expect(await cpuMsOf(() => passwordStrength(part.repeat(200), words))).toBeLessThan(1500)
  }
})
