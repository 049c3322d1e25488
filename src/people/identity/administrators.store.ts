import { and, asc, inArray, isNull } from 'drizzle-orm'
import { can, roles } from '../../platform/access/permissions.ts'
import type { Tx } from '../../platform/database/connect.ts'
import { users } from './accounts.table.ts'

const managing = roles.filter((role) => can({ role }, 'users.manage'))

/** Locked in id order, before any other user: of two who take away each other's role at once, the second finds out. */
export async function lockAdministrators(tx: Tx): Promise<readonly number[]> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.role, [...managing]), isNull(users.disabledAt)))
    .orderBy(asc(users.id))
    .for('no key update')
  return rows.map(({ id }) => id)
}

export const isLastAdministrator = (administrators: readonly number[], userId: number): boolean =>
  administrators.length === 1 && administrators[0] === userId
