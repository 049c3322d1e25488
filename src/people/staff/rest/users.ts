import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { isStaff, type Role, roles } from '../../../platform/access/permissions.ts'
import { type CallRequest, defineCall, type Principal, type RestResult } from '../../../platform/rest/call.ts'
import { ids, search, viewEmbedOrEdit, windowFields, windowOf } from '../../../platform/rest/fields.ts'
import { conflict, errorOf, type RestError } from '../../../platform/rest/response.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { changedFields, viaOf } from '../../../things/admin-log/admin-log.ts'
import { lockAccount, namesOf, updateAccount } from '../../identity/accounts.store.ts'
import { accountAccess, usersManage } from '../../identity/capabilities.ts'
import { passwordError } from '../../identity/passwords/new-password.ts'
import { createUser, setPassword } from '../../identity/users.store.ts'
import { type Actor, changeRole, type PeopleProblem, recordPeopleEvent } from '../change-people.ts'
import { countPeople, readPeople, readPerson } from '../people.store.ts'
import { changeFields, fixedFieldError, newFields, ownFields } from './user-fields.ts'
import { idOfSlug, type UserShop, userJson, userSchema } from './user-json.ts'

export const userNotFound = errorOf(404, 'rest_user_invalid_id', 'Invalid user ID.')
const emailTaken: RestError = {
  status: 400,
  code: 'existing_user_email',
  message: 'Sorry, that email address is already used!',
  data: { params: { email: 'Sorry, that email address is already used!' } },
}
const ownCredentials = errorOf(
  403,
  'rest_cannot_edit',
  'You change your own email address and password in your account.',
)
export const problemErrors: Readonly<Record<PeopleProblem, RestError>> = {
  forbidden: errorOf(403, 'rest_cannot_edit', 'Sorry, you are not allowed to edit this user.'),
  gone: userNotFound,
  'last-administrator': conflict(
    'rest_last_administrator',
    'This is the only administrator. Make somebody else an administrator first.',
  ),
  'own-account': errorOf(
    403,
    'samovar_rest_own_account',
    'You cannot do this to your own account. Ask another administrator.',
  ),
  'mail-off': conflict('rest_mail_off', 'The email with the link to a new password is switched off under Mail.'),
}

export const actorOf = (principal: Principal): Actor => {
  const { id, name } = principal.user
  return { id, name, via: viaOf(principal) }
}

const view = z.object(viewEmbedOrEdit)

const listQuery = z.object({
  ...windowFields,
  ...view.shape,
  search,
  email: search,
  roles: z.array(z.enum(roles)).default([]),
  status: z
    .enum(['any', ...roles, 'disabled'])
    .default('any')
    .describe('A role, or `disabled` for disabled accounts.'),
  include: ids,
  exclude: ids,
  slug: z.array(z.string()).default([]),
  order: z.enum(['asc', 'desc']).default('asc'),
  orderby: z.enum(['id', 'include', 'name', 'email', 'registered_date']).default('name'),
})

const denied = (code: string, message: string) => ({ denied: { code, message } })
const managing = {
  capability: usersManage,
  ...denied('rest_user_cannot_view', 'Sorry, you are not allowed to list users.'),
} as const
const ownAccount = {
  path: '/wp-json/wp/v2/users/me',
  capability: accountAccess,
  ...denied('rest_not_logged_in', 'You are not currently logged in.'),
  response: userSchema,
} as const
const writing = { sessionOnly: true, recordsItself: true, response: userSchema } as const

async function answer(shop: UserShop, id: number, context: z.output<typeof view>['context'] = 'edit') {
  const person = await readPerson(shop.db, shop.now(), id)
  return person ? { json: userJson(person, context, shop) } : userNotFound
}

type Change = Omit<z.output<typeof changeFields>, 'roles'>

async function writePerson(
  shop: UserShop,
  principal: Principal,
  id: number,
  change: Change,
): Promise<RestError | null> {
  const saved = await shop.db.transaction(async (tx) => {
    const before = await lockAccount(tx, id)
    if (!before) return { ok: false, error: userNotFound } as const
    const { firstName, lastName } = namesOf(before)
    const names = { firstName: change.first_name ?? firstName, lastName: change.last_name ?? lastName }
    const hasNames = change.first_name !== undefined || change.last_name !== undefined || change.name !== undefined
    const account = {
      ...(hasNames && { names, displayName: change.name ?? before.name }),
      ...(change.email !== undefined && { email: change.email }),
      ...(change.woocommerce_meta && { meta: { ...before.meta, woocommerce_meta: change.woocommerce_meta } }),
    }
    if (!(await updateAccount(tx, before, account, shop.now()))) return { ok: false, error: emailTaken } as const
    const address = change.email ?? before.email
    if (change.password !== undefined) await setPassword(tx, address, change.password, shop.now())
    const fields = (['name', 'first_name', 'last_name', 'email', 'password'] as const).filter(
      (field) => change[field] !== undefined,
    )
    if (fields.length > 0 && isStaff(principal.user)) {
      const event = { at: shop.now(), summary: 'Changed an account', changes: changedFields(fields) }
      await recordPeopleEvent(tx, actorOf(principal), before, event)
    }
    return { ok: true } as const
  })
  return saved.ok ? null : saved.error
}

async function update(
  shop: UserShop,
  { id, body, principal }: CallRequest<never, typeof changeFields>,
): Promise<RestResult> {
  if (id === principal.user.id && (body.email !== undefined || body.password !== undefined)) return ownCredentials
  const before = await readPerson(shop.db, shop.now(), id)
  if (!before) return userNotFound
  const present = userJson(before, 'edit', shop)
  const fieldError = fixedFieldError(changeFields, body, present)
  if (fieldError) return fieldError
  const { woocommerce_meta: choice = present.woocommerce_meta, ...others } = body
  if (id !== principal.user.id && !isDeepStrictEqual(choice, present.woocommerce_meta)) return problemErrors.forbidden
  const owner = { email: body.email ?? before.email, name: body.name ?? before.name }
  const refusal = await passwordError(shop, body.password, owner)
  if (refusal) return refusal
  const [role] = body.roles ?? []
  const change = id === principal.user.id ? body : others
  const saved = await shop.db.transaction(async (tx) => {
    const inside = { ...shop, db: tx }
    const changed = role === undefined ? { ok: true as const } : await changeRole(inside, actorOf(principal), id, role)
    const error = changed.ok ? await writePerson(inside, principal, id, change) : problemErrors[changed.problem]
    return error ? { ok: false as const, error } : { ok: true as const }
  })
  return saved.ok ? answer(shop, id) : saved.error
}

/** Creates an account with a password. For staff an invitation is better, because they choose the password. */
async function create(shop: UserShop, request: CallRequest<never, typeof newFields>): Promise<RestResult> {
  const { body, principal } = request
  const [role = 'customer' as Role] = body.roles ?? []
  const { email, password, first_name: firstName = '', last_name: lastName = '' } = body
  const name = body.name ?? (`${firstName} ${lastName}`.trim() || (email.split('@')[0] ?? ''))
  const refusal = await passwordError(shop, password, { email, name })
  if (refusal) return refusal
  const created = await shop.db.transaction(async (tx) => {
    const now = shop.now()
    const newUser = await createUser(tx, { email, name, password, role, now })
    if (!newUser.ok) return newUser
    const account = firstName || lastName ? await lockAccount(tx, newUser.userId) : null
    if (account) await updateAccount(tx, account, { names: { firstName, lastName }, displayName: name }, now)
    const event = { at: now, summary: 'Made an account', changes: [{ field: 'role', to: role }] }
    await recordPeopleEvent(tx, actorOf(principal), { id: newUser.userId, name, role }, event)
    return newUser
  })
  if (!created.ok) return emailTaken
  const person = await readPerson(shop.db, shop.now(), created.userId)
  if (!person) return userNotFound
  const headers = { location: shop.url + hrefs.restUser(person.id) }
  return { json: userJson(person, 'edit', shop), status: 201, headers }
}

/** Without the capability only `me` is permitted. Writes need a session: a stolen key cannot create an account. */
export const userCalls = [
  defineCall({
    summary: 'Lists users',
    method: 'GET',
    path: paths.restUsers,
    ...managing,
    query: listQuery,
    response: userSchema,
    refuses: ['capabilities', 'has_published_posts', 'search_columns', 'who'],
    async handler(shop: UserShop, { query: { page, per_page, offset, status, slug, ...query } }) {
      const ids = slug.map(idOfSlug)
      const isRole = (value: string): value is Role => roles.some((role) => role === value)
      const { items, total } = await readPeople(shop.db, shop.now(), {
        ...query,
        roles: isRole(status) ? [status] : query.roles,
        isDisabled: status === 'disabled',
        only: ids.length > 0 ? ids : undefined,
        ...windowOf({ page, per_page, offset }),
      })
      return { items: items.map((person) => userJson(person, query.context, shop)), page, per_page, total }
    },
  }),
  defineCall({
    summary: 'Retrieves the number of users per role',
    method: 'GET',
    path: paths.restUserCounts,
    ...managing,
    response: z.record(z.string(), z.int()),
    handler: async (shop: UserShop) => ({ json: await countPeople(shop.db) }),
  }),
  defineCall({
    summary: 'Creates a user with a password',
    method: 'POST',
    path: paths.restUsers,
    ...managing,
    ...denied('rest_cannot_create_user', 'Sorry, you are not allowed to create new users.'),
    ...writing,
    body: newFields,
    handler: create,
  }),
  defineCall({
    summary: 'Retrieves the authenticated user',
    method: 'GET',
    ...ownAccount,
    query: view,
    handler: (shop: UserShop, { user, query }) => answer(shop, user.id, query.context),
  }),
  defineCall({
    summary: 'Updates the names and dismissed notices of the authenticated user',
    method: ['POST', 'PUT', 'PATCH'],
    ...ownAccount,
    action: 'edit',
    ...writing,
    body: ownFields,
    async handler(shop: UserShop, { user, body, principal }): Promise<RestResult> {
      const before = await readPerson(shop.db, shop.now(), user.id)
      if (!before) return userNotFound
      const fieldError = fixedFieldError(ownFields, body, userJson(before, 'edit', shop))
      if (fieldError) return fieldError
      const { name, first_name, last_name, woocommerce_meta } = body
      const change = { name, first_name, last_name, woocommerce_meta }
      const problem = await writePerson(shop, principal, user.id, change)
      return problem ?? answer(shop, user.id)
    },
  }),
  defineCall({
    summary: 'Retrieves a user',
    method: 'GET',
    path: paths.restUser,
    ...managing,
    query: view,
    response: userSchema,
    handler: (shop: UserShop, { id, query }) => answer(shop, id, query.context),
  }),
  defineCall({
    summary: 'Updates the names, email address, password or role of a user',
    path: paths.restUser,
    action: 'edit',
    method: ['POST', 'PUT', 'PATCH'],
    ...managing,
    ...writing,
    body: changeFields,
    ...denied('rest_cannot_edit', 'Sorry, you are not allowed to edit this user.'),
    handler: update,
  }),
]
