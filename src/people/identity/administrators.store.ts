import { and, asc, inArray, isNull } from 'drizzle-orm'
import { can, roles } from '../../platform/access/permissions.ts'
import type { Tx } from '../../platform/database/connect.ts'
import { users } from './accounts.table.ts'

const managing = roles.filter((role) => can({ role }, 'users.manage'))

/**
 * The people who can manage users now, locked in id order until the transaction ends: of two of them who take away each
 * other's role at once, the second one waits, and finds out. Call it before any other user is locked.
 */
export async function lockAdministrators(tx: Tx): Promise<readonly number[]> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.role, [...managing]), isNull(users.disabledAt)))
    .orderBy(asc(users.id))
    .for('no key update')
  return rows.map(({ id }) => id)
}

/** Whether nobody could manage the shop's users without this person. The administrators are locked (above). */
export const isLastAdministrator = (administrators: readonly number[], userId: number): boolean =>
  administrators.length === 1 && administrators[0] === userId
