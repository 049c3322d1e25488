/** Personal data in submissions: found, erased, and deleted after its time. */
import { describe, expect, test } from 'vitest'
import { applyRetention } from '../../../people/privacy/apply-retention.ts'
import { erasePerson, readPersonalData } from '../../../people/privacy/personal-data.ts'
import { emails } from '../../../things/messages/emails.table.ts'
import { formFiles, formSubmissions, type SubmissionStatus } from '../forms.table.ts'
import { openTestSubmissions } from './open-test-submissions.ts'
import { removeTransient } from './submissions.store.ts'

const { clock, shop, db, send, listed, statusOf, mailKeys } = await openTestSubmissions()

describe('personal data in messages', () => {
  test('is found and erased by an address in any field, but not by one that the form offers to choose', async () => {
    const field = (type: string, text: string) => ({ name: 'field', type, texts: [text] })
    const untagged = await send({ email: null, fields: [field('', ' Zora@Shop.test ')] })
    const second = await send({ email: 'ada@shop.test', fields: [field('text', 'zora@shop.test')] })
    const chosen = await send({ fields: [{ ...field('select', 'zora@shop.test'), posted: ['Sales'] }] })
    const listedChoice = await send({ fields: [field('checkbox', 'zora@shop.test')] })
    const within = await send({ fields: [field('textarea', 'Ask zora@shop.test')] })
    const byAnother = await send({ userId: 78, fields: [field('', 'zora@shop.test')] })
    const person = { userId: null, email: 'zora@shop.test' }
    const parts = await readPersonalData(db, person, shop.privacy)
    const found = parts.find(({ id }) => id === 'messages')?.records
    expect(found?.map(({ fields }) => fields)).toEqual([
      { 'Other fields': 'field:  Zora@Shop.test ' },
      { field: 'zora@shop.test' },
    ])
    await db.transaction((tx) => erasePerson(tx, person, { privacy: shop.privacy, actorId: null, at: clock.now }))
    expect(await listed()).toEqual([byAnother, within, listedChoice, chosen])
    expect([await statusOf(untagged), await statusOf(second)]).toEqual([undefined, undefined])
  })

  test('is found and erased by account and address, with files and emails; what another account sent stays', async () => {
    const byGuest = await send({ email: 'zora@shop.test', replies: [{ at: '2026-11-20', by: 'Maya', text: 'Yes.' }] })
    const byAccount = await send({ email: 'else@shop.test', userId: 77 })
    const byAnother = await send({ email: 'zora@shop.test', userId: 78 })
    await db
      .insert(formFiles)
      .values({ submissionId: byGuest, field: 'photo', name: 'cup.png', size: 3, bytes: Buffer.from('png') })
    const about = (id: number, key: string | null) => ({
      key,
      template: 'form-mail',
      recipient: 'owner@samovar.test',
      subject: 'A question',
      data: key === null ? { submissionId: id, mail: 'mail' } : {},
    })
    await db
      .insert(emails)
      .values([
        about(byGuest, `form:${byGuest}:mail`),
        about(byGuest, null),
        about(byAnother, `form:${byAnother}:mail`),
      ])
    const person = { userId: 77, email: 'zora@shop.test' }
    const parts = await readPersonalData(db, person, shop.privacy)
    const found = parts.find(({ id }) => id === 'messages')?.records
    expect(found).toHaveLength(2)
    expect(found?.[0]).toMatchObject({ files: ['cup.png'], answers: ['2026-11-20: Yes.'], ip: '203.0.113.9' })
    const erase = () =>
      db.transaction((tx) => erasePerson(tx, person, { privacy: shop.privacy, actorId: null, at: clock.now }))
    expect(await erase()).toMatchObject({ messages: 2 })
    expect(await erase()).not.toHaveProperty('messages')
    expect(await listed()).toEqual([byAnother])
    expect(await statusOf(byAccount)).toBeUndefined()
    expect(await db.$count(formFiles)).toBe(0)
    expect(await mailKeys()).toEqual([`form:${byAnother}:mail`])
    expect(await readPersonalData(db, { userId: null, email: null }, shop.privacy)).toContainEqual({
      id: 'messages',
      records: [],
    })
  })

  test('is deleted after the days that the owner sets', async () => {
    const old = await send({ createdAt: new Date('2026-10-01T12:00:00Z') })
    const recent = await send()
    const settings = () => ({ ...shop.settings(), retention: { messages: { number: 30, unit: 'days' as const } } })
    expect(await applyRetention({ ...shop, settings })).toEqual({ messages: 1 })
    expect(await listed()).toEqual([recent])
    expect(await statusOf(old)).toBeUndefined()
  })

  test('does not stay where a form keeps nothing: once its emails are sent, or after three days', async () => {
    const day = 86_400_000
    const add = (ageMs: number, status: SubmissionStatus = 'transient') =>
      send({ status, createdAt: new Date(clock.now.getTime() - ageMs) })
    const [sent, waiting, failed] = [await add(1), await add(1), await add(1)]
    const [old, kept] = [await add(4 * day), await add(4 * day, 'inbox')]
    // It was in the spam until now.
    const late = await add(13 * day)
    const addHeld = (ageMs: number, isTransient: boolean, status: SubmissionStatus = 'spam') =>
      send({ status, mails: { isTransient }, createdAt: new Date(clock.now.getTime() - ageMs) })
    const stillHeld = [await addHeld(13 * day, true), await addHeld(15 * day, false)]
    await addHeld(15 * day, true)
    await addHeld(15 * day, true, 'trash')
    const mailOf = (id: number, status: 'sent' | 'waiting' | 'failed', createdAt = clock.now) => ({
      createdAt,
      key: `form:${id}:mail`,
      template: 'form-mail',
      recipient: 'a@shop.test',
      subject: 'Hi',
      status,
      data: { submissionId: id },
    })
    await db
      .insert(emails)
      .values([
        mailOf(sent, 'sent'),
        mailOf(waiting, 'waiting'),
        mailOf(failed, 'failed'),
        mailOf(old, 'waiting', new Date(clock.now.getTime() - 4 * day)),
        mailOf(late, 'waiting'),
      ])
    expect(await removeTransient(db, clock.now)).toBe(4)
    const left = await db.select({ id: formSubmissions.id }).from(formSubmissions).orderBy(formSubmissions.id)
    expect(left.map(({ id }) => id)).toEqual([waiting, failed, kept, late, ...stillHeld])
    expect(await mailKeys()).toEqual([waiting, failed, late].map((id) => `form:${id}:mail`))
  })
})
