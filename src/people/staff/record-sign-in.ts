import { eq } from 'drizzle-orm'
import type { Platform } from '../../platform/web/context.ts'
import { hrefs } from '../../platform/web/routes.ts'
import { recordDoneEvent } from '../../things/admin-log/admin-log.store.ts'
import { users } from '../identity/accounts.table.ts'

/** Records that one of the staff has signed in, and from where: they should recognize it. */
export async function recordSignIn(
  shop: Pick<Platform, 'db' | 'log' | 'now'>,
  userId: number,
  clientAddress: string,
): Promise<void> {
  const [user] = await shop.db.select({ name: users.name }).from(users).where(eq(users.id, userId))
  await recordDoneEvent(shop, {
    ...{ by: { id: userId, name: user?.name ?? '' }, via: 'session', kind: 'sign-in', summary: 'Signed in' },
    ...{ subjectId: userId, link: hrefs.adminPerson(userId), at: shop.now() },
    changes: clientAddress === '' ? [] : [{ field: 'address', to: clientAddress }],
  })
}
