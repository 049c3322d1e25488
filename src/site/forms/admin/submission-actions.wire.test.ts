/** What the staff is told when it releases held messages. */
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { adminRest } from '../../../../test/support/admin-rest.ts'
import { openShop } from '../../../../test/support/shop.ts'
import { writeSubmission } from '../../../../test/support/submissions.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { paths } from '../../../platform/web/routes.ts'
import { emails } from '../../../things/messages/emails.table.ts'
import { formSubmissions } from '../forms.table.ts'
import type { SubmissionDetailsJson, SubmissionJson } from '../rest/submission-json.ts'
import { emailKey } from '../submissions/submissions.store.ts'
import { actions } from './submission-actions.ts'

const { app, shop, db } = await openShop()
const rest = adminRest({ app, url: shop.url }, await createSignedInUser(shop, 'shop_manager'))
const { signal } = new AbortController()

const hold = async (isTransient = false) => {
  const { id, mails } = await writeSubmission(db, { status: 'spam', spamReason: 'too many links' })
  await db
    .update(formSubmissions)
    .set({ mails: { ...mails, isTransient } })
    .where(eq(formSubmissions.id, id))
  return id
}
const read = (id: number) => rest.get<SubmissionDetailsJson>(`${paths.restSubmissions}/${id}`, signal)
const run = async (label: string, ids: readonly number[]) => {
  const items: SubmissionJson[] = await Promise.all(ids.map(read))
  const action = actions.find((one) => one.label === label && one.isOffered(items))
  if (!action) throw new Error(`${label} is not offered`)
  return action.run(items, rest, { report: () => undefined })
}
const mailKeys = async () => (await db.select().from(emails).orderBy(emails.id)).map(({ key }) => key)

beforeEach(() => db.delete(emails))

test('what is not kept is said to be only mailed, and cannot be put back', async () => {
  const [kept, unkept] = [await hold(), await hold(true)]
  expect(await read(kept)).toMatchObject({ kept: true, held_because: 'too many links' })
  expect(await read(unkept)).toMatchObject({ kept: false, held_because: 'too many links' })
  const { text, undo } = await run('Not spam', [kept, unkept])
  expect(text).toBe(
    '1 message moved to the inbox. 1 message not kept, as the form or the sender asked: only the emails go out.',
  )
  expect(await mailKeys()).toEqual([emailKey(kept, 'mail'), emailKey(unkept, 'mail')])
  await undo?.(() => undefined)
  expect(await read(kept)).toMatchObject({ status: 'spam' })
  const other = await hold(true)
  await run('Trash', [other])
  expect(await run('Restore', [other])).toEqual({
    text: '1 message not kept, as the form or the sender asked: only the emails go out.',
  })
})

test('a message that was mailed is not shown as held, and mails nobody again', async () => {
  const id = await hold()
  await run('Not spam', [id])
  // As the shop stored it before it noted that the emails were queued.
  await db.update(formSubmissions).set({ status: 'spam' }).where(eq(formSubmissions.id, id))
  expect(await read(id)).toMatchObject({ status: 'spam', held_because: '', emails: [{ status: 'waiting' }] })
  await run('Not spam', [id])
  expect(await mailKeys()).toEqual([emailKey(id, 'mail')])
})
