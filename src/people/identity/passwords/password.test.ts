import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './password.ts'

test('only the right password matches its hash', async () => {
  const hash = await hashPassword('first-flush')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(await verifyPassword('first-flush', hash)).toBe(true)
  expect(await verifyPassword('First-flush', hash)).toBe(false)
  expect(await verifyPassword('', hash)).toBe(false)
})

test('the same password has a different hash each time', async () => {
  expect(await hashPassword('first-flush')).not.toBe(await hashPassword('first-flush'))
})

test('composed and decomposed accents are the same password', async () => {
  expect(await verifyPassword('the\u0301-vert', await hashPassword('th\u00e9-vert'))).toBe(true)
})

test('a hash with other parameters is verified', async () => {
  const hash = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4'
  expect(await verifyPassword('password', hash)).toBe(true)
  expect(await verifyPassword('passwort', hash)).toBe(false)
})

test('an invalid hash matches nothing', async () => {
  for (const hash of ['', 'first-flush', '$2y$10$abcdefghijklmnopqrstuv', '$argon2id$v=19$m=19456,t=2,p=1$$']) {
    expect(await verifyPassword('first-flush', hash)).toBe(false)
  }
})

test('every comparison costs one derivation', async () => {
  const hash = await hashPassword('first-flush')
  // Processor time, because elapsed time depends on the load of the machine.
  const median = async (password: string, kept: string): Promise<number> => {
    const times: number[] = []
    for (let nth = 0; nth < 9; nth += 1) {
      const before = process.cpuUsage()
      await verifyPassword(password, kept)
      times.push(process.cpuUsage(before).user)
    }
    return times.toSorted((a, b) => a - b)[4] ?? 0
  }
  const usual = await median('second-flush', hash)
  for (const [password, kept] of [
    ['x'.repeat(200), hash],
    ['x'.repeat(1e5), hash],
    ['first-flush', ''],
    ['', 'no hash'],
  ] as const) {
    const ratio = (await median(password, kept)) / usual
    expect(ratio).toBeGreaterThan(0.4)
    expect(ratio).toBeLessThan(2.5)
  }
})
