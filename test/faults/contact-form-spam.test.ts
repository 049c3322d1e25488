/** A thousand messages sent by scripts, and two hundred sent by people in one office. */
import pLimit from 'p-limit'
import { expect, test } from 'vitest'
import { FORM_HONEYPOT } from '../../src/site/forms/posted-form.ts'
import { letter, makeForm, type Sent, send, solveTask, storedOf } from '../support/contact-form.ts'
import { openShop } from '../support/shop.ts'

let now = new Date('2026-11-26T09:00:00Z')
const { app, db } = await openShop({ now: () => now, poolSize: 10 })

const waitSeconds = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000)
}
const words = 'kettle autumn bridge lantern river parcel invoice garden copper window letter market'.split(' ')
/** A sentence that differs for every number. */
const sentence = (number: number): string =>
  Array.from({ length: 9 }, (_, index) => words[(number * 7 + index * (number % 5)) % words.length]).join(' ')

test('[FORM-15 spam] of 1,000 messages of scripts fewer than 5 reach the inbox, and no script learns which', async () => {
  const form = await makeForm(db)
  const addressOf = (number: number) => `198.18.${number % 250}.${number % 200}`
  const from = (number: number) => ({ address: addressOf(number) })
  const ofScript = (number: number, message: string) =>
    letter(`Visitor ${number}`, `visitor${number}@mail${number % 90}.test`, 'A question', message)
  const proofOf = async (number: number, seconds = 60) => {
    const proof = await solveTask(app, form, addressOf(number))
    waitSeconds(seconds)
    return proof
  }
  const first = await proofOf(0)
  const kinds: readonly ((number: number) => Promise<Sent>)[] = [
    // Posts without running the shop's script, in words like those of people.
    async (number) => ofScript(number, `We saw your shop. ${sentence(number)}. Please answer soon, number ${number}.`),
    // Fills in every field, including the honeypot, which people do not see.
    async (number) => ({
      ...ofScript(number, sentence(number)),
      [FORM_HONEYPOT]: 'Offer',
      _samovar_proof: await proofOf(number),
    }),
    // An automated browser that sends links.
    async (number) => ({
      ...ofScript(number, `https://a${number}.test/ https://b.test/ <a href="https://c.test">${sentence(number)}</a>`),
      _samovar_proof: await proofOf(number),
    }),
    // An automated browser that sends the same text to every shop.
    async (number) => ({
      ...ofScript(number, 'We bring your shop to the first page of every search engine within a month.'),
      _samovar_proof: await proofOf(number),
    }),
    // A proof that was already used, or is made up.
    async (number) => ({
      ...ofScript(number, sentence(number)),
      _samovar_proof: number % 2 === 0 ? first : Buffer.from(`{"challenge":${number}}`).toString('base64'),
    }),
  ]
  await send(app, form, { ...ofScript(0, 'The first use of a proof.'), _samovar_proof: first }, from(0))
  const limit = pLimit(8)
  const answers = await Promise.all(
    Array.from({ length: 1000 }, (_, number) =>
      limit(async () => send(app, form, (await kinds[number % kinds.length]?.(number)) ?? {}, from(number))),
    ),
  )
  const stored = await storedOf(db, form)
  const arrived = stored.filter(({ status, searchText }) => status === 'inbox' && !searchText.includes('first use'))
  expect(arrived.length, arrived.map(({ searchText }) => searchText).join('\n\n')).toBeLessThan(5)
  expect(stored).toHaveLength(1001)
  expect(stored.filter(({ status }) => status === 'spam').every(({ spamReason }) => spamReason !== '')).toBe(true)
  expect(new Set(answers.map(({ code, json }) => `${code} ${json.status as string}`))).toEqual(
    new Set(['200 mail_sent']),
  )
}, 180_000)

test('[FORM-15 spam] 200 people in one office who write within an hour are all heard', async () => {
  const form = await makeForm(db)
  const address = '192.0.2.80'
  const asked = [
    'Is the first flush Darjeeling in stock?',
    'Do you deliver to Whitehorse?\nAnd how long does it take there?',
    'I lost my order number. I think it began with 4.',
    'Schöne Seite! Gibt es den Sencha auch in 500 g?',
    'Your picture at https://shop.test/product/tea-1/ shows another tin than mine.',
    'See www.shop.test/shop/ – the price of the third tea is wrong.',
    '日本からの注文はできますか。',
    'ok',
  ]
  for (let number = 0; number < 200; number += 1) {
    const proof = await solveTask(app, form, address)
    waitSeconds(18)
    const message = number % 8 === 7 ? 'ok' : `${asked[number % 8]} (${words[number % 12]} ${number})`
    // Every tenth message is a second one of the same person, in other words.
    const person = number % 10 === 9 ? number - 1 : number
    const fields = letter(`Ada ${words[person % 12]} ${person}`, `person${person}@office.test`, 'Tea', message)
    const { code, json } = await send(app, form, { ...fields, _samovar_proof: proof }, { address })
    expect([number, code, json.status]).toEqual([number, 200, 'mail_sent'])
  }
  const stored = await storedOf(db, form)
  expect(
    stored.filter(({ status }) => status !== 'inbox').map(({ spamReason, searchText }) => [spamReason, searchText]),
  ).toEqual([])
  expect(stored).toHaveLength(200)
}, 120_000)

test('[FORM-15 spam] one text sent by many at the same moment arrives once', async () => {
  const form = await makeForm(db)
  const proofs = await Promise.all(Array.from({ length: 30 }, () => solveTask(app, form, '192.0.2.81')))
  waitSeconds(60)
  await Promise.all(
    proofs.map((proof, number) => {
      const fields = letter('Ada', `ada${number}@shop.test`, 'Tea', 'Cheap watches for you and all your friends.')
      return send(app, form, { ...fields, _samovar_proof: proof }, { address: `192.0.2.${number}` })
    }),
  )
  const stored = await storedOf(db, form)
  expect(stored).toHaveLength(30)
  expect(stored.filter(({ status }) => status === 'inbox')).toHaveLength(1)
})

test('[FORM-15 spam] ten messages without script at once leave the shop its connections', async () => {
  const form = await makeForm(db)
  const startedAt = performance.now()
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, number) =>
      send(app, form, letter('Ada', `ada${number}@shop.test`, 'Tea', sentence(number)), {
        address: `192.0.2.${number}`,
      }),
    ),
  )
  expect(answers.map(({ code }) => code)).toEqual(Array(60).fill(200))
  expect(performance.now() - startedAt).toBeLessThan(8000)
  expect(await storedOf(db, form)).toHaveLength(60)
}, 60_000)
