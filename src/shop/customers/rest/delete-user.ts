import { z } from 'zod'
import { usersManage } from '../../../people/identity/capabilities.ts'
import type { WithPrivacy } from '../../../people/privacy/personal-data.ts'
import { canTakeOver, deletePerson } from '../../../people/staff/change-people.ts'
import { readPerson } from '../../../people/staff/people.store.ts'
import { type UserShop, userJson } from '../../../people/staff/rest/user-json.ts'
import { actorOf, problemErrors, userNotFound } from '../../../people/staff/rest/users.ts'
import { defineCall, type RestResult } from '../../../platform/rest/call.ts'
import { MAX_ID } from '../../../platform/rest/params.ts'
import { deletedJson, forceField } from '../../../platform/rest/resource.ts'
import { errorOf } from '../../../platform/rest/response.ts'
import { paths } from '../../../platform/web/routes.ts'
import { reassignAccount } from '../customers.store.ts'

const reassign = z
  .int()
  .min(0)
  .max(MAX_ID)
  .describe('ID of the user to whom to reassign the content. 0 to keep the content without an author.')

const unforced = errorOf(501, 'rest_trash_not_supported', "Users do not support trashing. Set 'force=true' to delete.")
const invalidReassign = errorOf(400, 'rest_user_invalid_reassign', 'Invalid user ID for reassignment.')

/** The person's content goes to the user `reassign` or keeps no author. Orders stay as guest orders. */
export const deleteUserCall = defineCall({
  summary: 'Deletes a user, but not the content of the user',
  method: 'DELETE',
  path: paths.restUser,
  capability: usersManage,
  sessionOnly: true,
  recordsItself: true,
  denied: { code: 'rest_user_cannot_delete', message: 'Sorry, you are not allowed to delete this user.' },
  query: z.object({ ...forceField.shape, reassign: reassign.default(0) }),
  body: z.object({ ...forceField.shape, reassign: reassign.optional() }),
  async handler(shop: UserShop & WithPrivacy, { id, query, body, principal }): Promise<RestResult> {
    if (!query.force && !body.force) return unforced
    const reassignTo = body.reassign ?? query.reassign
    const before = await readPerson(shop.db, shop.now(), id)
    if (!before) return userNotFound
    if (reassignTo === id || (reassignTo > 0 && !(await canTakeOver(shop.db, reassignTo)))) return invalidReassign
    const deletion = { id, reassign: reassignTo }
    const deleted = await deletePerson(shop, actorOf(principal), deletion, (tx) =>
      reassignAccount(tx, shop, id, reassignTo),
    )
    return deleted.ok ? { json: deletedJson(userJson(before, 'edit', shop)) } : problemErrors[deleted.problem]
  },
})
