/** 10,000 guesses at 1,000 accounts from 50 addresses, while their owners sign in. */
import { argon2Sync } from 'node:crypto'
import pLimit from 'p-limit'
import { expect, test } from 'vitest'
import { issueChallenge, MAX_WORK } from '../../src/people/abuse/proof-of-work.ts'
import { credentials, sessions, users } from '../../src/people/identity/accounts.table.ts'
import { refusePassword } from '../../src/people/identity/passwords/new-password.ts'
import { signIn } from '../../src/people/identity/sign-in/sign-in.ts'
import { createTestDatabase } from '../support/database.ts'
import { solve } from '../support/proofs.ts'

const ACCOUNTS = 1000
const ADDRESSES = 50
/** The passwords that scripts try first. */
const guesses = [
  ...['1234567890', 'qwertyuiop', 'password123', 'iloveyou123', 'princess123'],
  ...['football123', 'sunshine123', 'letmein12345', 'welcome1234', 'samovar2026'],
]
const password = 'kettle basket orchid'
/** Parameters so small that this test measures the limits and not the hash. */
const salt = Buffer.alloc(16, 7)
const tag = argon2Sync('argon2id', {
  message: password,
  nonce: salt,
  tagLength: 32,
  memory: 256,
  passes: 1,
  parallelism: 1,
})
const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
const hash = `$argon2id$v=19$m=256,t=1,p=1$${unpadded(salt)}$${unpadded(tag)}`

const { db } = await createTestDatabase()
const shop = { db, url: 'http://shop.test', secret: 'a-secret-of-thirty-two-letters-at-least', proofCost: 4 }
const emailOf = (nth: number) => `person${nth}@shop.test`

test('[ACC-01 log in] no guess succeeds, and no owner waits for longer than a proof of work', async () => {
  const siteTitle = 'Samovar'
  for (const guess of guesses) {
    expect(await refusePassword(guess, { email: emailOf(1), name: 'Ada', siteTitle })).not.toBeNull()
  }
  expect(await refusePassword(password, { email: emailOf(1), name: 'Ada', siteTitle })).toBeNull()
  const made = await db
    .insert(users)
    .values(Array.from({ length: ACCOUNTS }, (_, nth) => ({ email: emailOf(nth), name: `Person ${nth}` })))
    .returning({ id: users.id })
  const ids = made.map(({ id }) => id)
  await db
    .insert(credentials)
    .values(ids.map((id) => ({ userId: id, accountId: String(id), providerId: 'credential', password: hash })))

  const outcomes = { success: 0, refused: 0, limited: 0 }
  const guess = async (nth: number) => {
    const result = await signIn(shop, {
      email: emailOf(nth % ACCOUNTS),
      password: guesses[Math.floor(nth / ACCOUNTS)] ?? '',
      remember: false,
      clientAddress: `198.18.${nth % ADDRESSES}.9`,
      userAgent: 'a script',
    })
    if (result.ok) outcomes.success += 1
    else if (result.problem.kind === 'rate-limited') outcomes.limited += 1
    else outcomes.refused += 1
  }

  let begun = 0
  let proofs = 0
  /** The owner signs in with the right password, and solves a proof of work once if the shop requires it. */
  const signInAsOwner = async (nth: number, isKnown: boolean, clientAddress = `203.0.113.${nth % 250}`) => {
    const userId = ids[nth] ?? 0
    const attempt = {
      email: emailOf(nth),
      password,
      remember: true,
      userAgent: 'a browser',
      clientAddress,
      device: isKnown ? { id: `a-browser-of-theirs-${nth}`, orderId: null, userIds: [userId] } : null,
    }
    const first = await signIn(shop, attempt)
    if (first.ok) return
    const { problem } = first
    if (isKnown || problem.kind !== 'rate-limited' || problem.work === null || problem.work > MAX_WORK) {
      throw new Error(`An owner could not sign in: ${JSON.stringify(problem)}`)
    }
    proofs += 1
    const now = new Date()
    const text = await solve(await issueChallenge(shop, 'sign-in', now, problem.work))
    expect(await signIn(shop, { ...attempt, proof: { text, now } })).toMatchObject({ ok: true })
  }

  const limit = pLimit(12)
  await Promise.all(
    Array.from({ length: ACCOUNTS * guesses.length }, (_, nth) =>
      limit(async () => {
        begun += 1
        await guess(nth)
        if (nth % 250 === 0) await signInAsOwner((nth / 250) * 7, false)
        if (nth % 250 === 125) await signInAsOwner(((nth - 125) / 250) * 7 + 3, true)
      }),
    ),
  )
  expect(begun).toBe(10_000)
  expect(outcomes.success).toBe(0)
  // Thirty attempts of each address are checked, and none after them.
  expect(outcomes.refused).toBeLessThanOrEqual(ADDRESSES * 30)
  expect(outcomes.limited).toBe(10_000 - outcomes.refused)
  expect(proofs).toBe(0)
  expect(await db.$count(sessions)).toBe(80)

  // Owners in the network from which the script runs, of accounts that it has tried from there.
  await signInAsOwner(51, true, '198.18.1.9')
  expect(proofs).toBe(0)
  await signInAsOwner(101, false, '198.18.1.9')
  expect(proofs).toBe(1)

  // Sixty networks try one account: its owner has to compute a proof in a new browser, but not in a known one.
  for (let nth = 0; nth < 60; nth += 1) {
    await signIn(shop, {
      email: emailOf(999),
      password: 'x'.repeat(200),
      remember: false,
      clientAddress: `198.19.${nth}.1`,
      userAgent: 'a script',
    })
  }
  await signInAsOwner(999, true)
  await signInAsOwner(999, false)
  expect(proofs).toBe(2)
}, 180_000)
