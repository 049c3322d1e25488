import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { repetitions } from '../../../test/running/long-run.ts'
import { createTestDatabase } from '../../../test/support/database.ts'
import { solve } from '../../../test/support/proofs.ts'
import { issueChallenge, PROOF_COST, type ProofPurpose, redeemProof } from './proof-of-work.ts'

const { db } = await createTestDatabase()
const secret = 'a-secret-of-thirty-two-letters-at-least'
const now = new Date('2026-11-20T12:00:00Z')
const later = (ms: number) => new Date(now.getTime() + ms)
const HOUR = 3_600_000

const accept = (text: string, at = later(30_000), door: ProofPurpose = 'comment') =>
  redeemProof(db, secret, { purpose: door, text, now: at })
const fresh = async () => solve(await issueChallenge({ secret, proofCost: PROOF_COST }, 'comment', now))
const spent = async () => (await db.execute<{ n: number }>(sql`select count(*)::int as n from used_tokens`)).rows[0]?.n

type Payload = {
  challenge: {
    signature?: string
    parameters: { cost: number; keyPrefix: string; data: { at: number; door: string; work: number } }
  }
  solution: { counter: number; derivedKey?: string }
}

/** The proof with a changed payload. */
const changed = (proof: string, change: (payload: Payload) => void): string => {
  const payload = JSON.parse(Buffer.from(proof, 'base64').toString()) as Payload
  change(payload)
  return Buffer.from(JSON.stringify(payload)).toString('base64')
}

test('a solved challenge is valid once and has the time since the form was shown', async () => {
  const proof = await fresh()
  expect(await accept(proof)).toEqual({ status: 'valid', secondsOnForm: 30, work: 1 })
  expect((await accept(proof)).status).toBe('reused')
})

test('a proof contains its difficulty, which cannot be forged', async () => {
  const challenge = await issueChallenge({ secret, proofCost: PROOF_COST }, 'comment', now, 3)
  const proof = await solve(challenge)
  const boast = changed(proof, (payload) => (payload.challenge.parameters.data.work = 64))
  expect(await accept(boast)).toMatchObject({ status: 'invalid', work: 0 })
  expect(await accept(proof)).toMatchObject({ status: 'valid', work: 3 })
  // The counter is between minimum and maximum, scaled by the difficulty.
  const { counter } = (JSON.parse(Buffer.from(proof, 'base64').toString()) as Payload).solution
  expect(counter).toBeGreaterThanOrEqual(300)
})

test('of concurrent uses of one proof only one succeeds', async () => {
  const proof = await fresh()
  const states = await Promise.all(
    Array.from({ length: 6 }, () =>
      db.transaction((tx) => redeemProof(tx, secret, { purpose: 'comment', text: proof, now })),
    ),
  )
  expect(states.filter(({ status: state }) => state === 'valid')).toHaveLength(1)
  expect(states.filter(({ status: state }) => state === 'reused')).toHaveLength(5)
})

test('a proof is not redeemed when the transaction rolls back', async () => {
  const proof = await fresh()
  await db
    .transaction(async (tx) => {
      await redeemProof(tx, secret, { purpose: 'comment', text: proof, now })
      throw new Error('refused after all')
    })
    .catch(() => {})
  expect((await accept(proof)).status).toBe('valid')
})

test('proofs expire after half a day, and redeemed ones are then deleted', async () => {
  const proof = await fresh()
  expect((await accept(proof, later(12 * HOUR + 1))).status).toBe('expired')
  await accept(await fresh())
  const remaining = (await spent()) ?? 0
  expect(remaining).toBeGreaterThan(1)
  await redeemProof(db, secret, {
    purpose: 'comment',
    text: await solve(await issueChallenge({ secret, proofCost: PROOF_COST }, 'comment', later(13 * HOUR))),
    now: later(13 * HOUR),
  })
  expect(await spent()).toBe(1)
})

test('a tampered proof is invalid', async () => {
  const proof = await fresh()
  const before = await spent()
  const forgeries: ((payload: Payload) => unknown)[] = [
    (payload) => (payload.challenge.parameters.cost = 1),
    (payload) => (payload.challenge.parameters.data.at += 1000),
    (payload) => (payload.challenge.parameters.data.door = 'checkout'),
    (payload) => (payload.challenge.parameters.keyPrefix = '00'),
    (payload) => (payload.challenge.signature = 'f'.repeat(64)),
    (payload) => (payload.solution.derivedKey = '0'.repeat(64)),
    (payload) => delete payload.solution.derivedKey,
    (payload) => (payload.solution.counter = -1),
    (payload) => delete payload.challenge.signature,
  ]
  for (const forge of forgeries) expect((await accept(changed(proof, forge))).status, String(forge)).toBe('invalid')
  expect((await redeemProof(db, 'another-secret-of-this-kind', { purpose: 'comment', text: proof, now })).status).toBe(
    'invalid',
  )
  expect(await spent()).toBe(before)
})

test('any other input is invalid', async () => {
  const base64 = fc
    .oneof(fc.string(), fc.json(), fc.constant('{"challenge":{},"solution":{}}'))
    .map((text) => Buffer.from(text).toString('base64'))
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.string({ unit: 'binary' }), base64, fc.constant('x'.repeat(100_000))),
      async (text) => {
        expect((await accept(text)).status).toBe(text === '' ? 'missing' : 'invalid')
      },
    ),
    { numRuns: repetitions(150) },
  )
})
