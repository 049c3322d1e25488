import { eq } from 'drizzle-orm'
import { beforeEach, expect } from 'vitest'
import { openShop } from '../../../../test/support/shop.ts'
import { writeSubmission } from '../../../../test/support/submissions.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { entries } from '../../../things/entries/entries.table.ts'
import { emails } from '../../../things/messages/emails.table.ts'
import { formSubmissions } from '../forms.table.ts'

const start = new Date('2026-11-20T12:00:00Z')

/** A shop with a contact form, and calls of its submissions as a manager. Each test begins without any. */
export async function openTestSubmissions() {
  const clock = { now: start }
  const { app, shop, db, enqueuedJobs } = await openShop({ now: () => clock.now })
  const manager = await createSignedInUser(shop, 'shop_manager', 'Maya Manager')

  const [form] = await db
    .insert(entries)
    .values({ kind: 'form', slug: 'contact', title: 'Contact' })
    .returning({ id: entries.id })
  const formId = form?.id ?? 0

  let sentCount = 0
  const send = async (values: Parameters<typeof writeSubmission>[1] = {}): Promise<number> => {
    sentCount += 1
    const createdAt = new Date(clock.now.getTime() + sentCount)
    return (await writeSubmission(db, { formId, createdAt, ...values })).id
  }

  const request = (method: string, path: string, body?: object, headers: Record<string, string> = manager.headers) =>
    app.request(`/wp-json/samovar/v1/submissions${path}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  async function call<T = Record<string, unknown>>(method: string, path: string, body?: object): Promise<T> {
    const response = await request(method, path, body)
    expect([path, response.status]).toEqual([path, response.status < 300 ? response.status : 200])
    return (await response.json()) as T
  }
  const listed = async (query = '') => (await call<{ id: number }[]>('GET', query)).map(({ id }) => id)
  const statusOf = async (id: number) =>
    (await db.select().from(formSubmissions).where(eq(formSubmissions.id, id)))[0]?.status
  const mailKeys = async () =>
    (await db.select({ key: emails.key }).from(emails).orderBy(emails.id)).map(({ key }) => key)
  const move = (ids: readonly number[], to: string) => call<{ moved: object[] }>('POST', '/moves', { ids, to })

  beforeEach(async () => {
    await db.delete(formSubmissions)
    await db.delete(emails)
    clock.now = start
  })

  return { clock, app, shop, db, enqueuedJobs, manager, send, request, call, listed, statusOf, mailKeys, move }
}
