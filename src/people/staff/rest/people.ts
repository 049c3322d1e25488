import { z } from 'zod'
import { type CallRequest, defineCall, type RestResult } from '../../../platform/rest/call.ts'
import { usersManage } from '../../identity/capabilities.ts'
import { endSessions, type PeopleResult, requireNewPassword, setDisabled } from '../change-people.ts'
import { readPerson } from '../people.store.ts'
import { type UserShop, userJson, userSchema } from './user-json.ts'
import { actorOf, problemErrors, userNotFound } from './users.ts'

const restPersonSuspension = '/wp-json/samovar/v1/people/:id{[0-9]+}/suspension'

const common = {
  capability: usersManage,
  action: 'edit',
  sessionOnly: true,
  recordsItself: true,
  response: userSchema,
  denied: { code: 'rest_cannot_edit', message: 'Sorry, you are not allowed to edit this user.' },
} as const

type Change = (shop: UserShop, request: CallRequest) => Promise<PeopleResult>

const changing =
  (change: Change) =>
  async (shop: UserShop, request: CallRequest): Promise<RestResult> => {
    const result = await change(shop, request)
    if (!result.ok) return problemErrors[result.problem]
    const person = await readPerson(shop.db, shop.now(), request.id)
    return person ? { json: userJson(person, 'edit', shop) } : userNotFound
  }

export const peopleCalls = [
  defineCall({
    ...common,
    summary: 'Ends all sessions of a user',
    method: 'DELETE',
    path: '/wp-json/samovar/v1/people/:id{[0-9]+}/sessions',
    handler: changing((shop, { id, principal }) => endSessions(shop, actorOf(principal), id)),
  }),
  defineCall({
    ...common,
    summary: 'Invalidates the password of a user and emails a link to choose a new one',
    method: 'POST',
    path: '/wp-json/samovar/v1/people/:id{[0-9]+}/password',
    handler: changing((shop, { id, principal }) => requireNewPassword(shop, actorOf(principal), id)),
  }),
  defineCall({
    ...common,
    summary: 'Disables the account of a user',
    method: 'POST',
    path: restPersonSuspension,
    body: z.object({}),
    handler: changing((shop, { id, principal }) => setDisabled(shop, actorOf(principal), id, true)),
  }),
  defineCall({
    ...common,
    summary: 'Re-enables the account of a user',
    method: 'DELETE',
    path: restPersonSuspension,
    handler: changing((shop, { id, principal }) => setDisabled(shop, actorOf(principal), id, false)),
  }),
]
