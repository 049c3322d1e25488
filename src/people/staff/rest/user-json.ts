import { z } from 'zod'
import { can, type Role, roles } from '../../../platform/access/permissions.ts'
import {
  emailText,
  everywhere,
  fixed,
  forEditing,
  type Item,
  itemShape,
  sent,
  shownIn,
  time,
  uri,
} from '../../../platform/rest/item-shape.ts'
import { idOf } from '../../../platform/rest/request.ts'
import { toGmtIso, toLocalIso } from '../../../platform/time/shop-time.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { namesOf } from '../../identity/accounts.store.ts'
import type { Person } from '../people.store.ts'

const text = z.string()

/** A user in WordPress's shape; what is not public is in `context=edit` alone, also to those who may see it. */
export const userSchema = itemShape('user', {
  id: everywhere(fixed(z.int())),
  name: everywhere(text),
  url: everywhere(fixed(uri)),
  description: everywhere(fixed(text)),
  link: everywhere(fixed(uri)),
  slug: everywhere(fixed(text)),
  avatar_urls: everywhere(fixed(z.strictObject({}))),
  meta: fixed(z.array(z.never())),
  username: forEditing(fixed(text)),
  first_name: forEditing(text),
  last_name: forEditing(text),
  nickname: forEditing(fixed(text)),
  email: forEditing(emailText),
  locale: forEditing(fixed(text)),
  registered_date: forEditing(fixed(time)),
  roles: forEditing(z.array(z.enum(roles))),
  password: shownIn(sent(text)),
  capabilities: forEditing(fixed(z.record(z.string(), z.boolean()))),
  extra_capabilities: forEditing(fixed(z.record(z.string(), z.boolean()))),
  status: forEditing(fixed(z.enum(['active', 'disabled']))),
  session_count: forEditing(fixed(z.int())),
  last_sign_in: forEditing(fixed(time.nullable())),
  last_sign_in_gmt: forEditing(fixed(time.nullable())),
})

export type UserJson = Item<typeof userSchema>
export type PersonJson = Required<Omit<UserJson, 'password'>>

const wordpressCapabilities = {
  read: 'account.access',
  edit_posts: 'content.write',
  edit_pages: 'content.write',
  publish_posts: 'content.write',
  moderate_comments: 'comments.moderate',
  upload_files: 'media.upload',
  edit_theme_options: 'theme.edit',
  edit_shop_orders: 'orders.write',
  edit_products: 'products.write',
  edit_shop_coupons: 'coupons.write',
  manage_woocommerce: 'shop.settings',
  list_users: 'users.manage',
  edit_users: 'users.manage',
  create_users: 'users.manage',
  delete_users: 'users.manage',
  promote_users: 'users.manage',
  manage_options: 'payments.settings',
} as const

const capabilitiesOf = (role: Role): Readonly<Record<string, boolean>> =>
  Object.fromEntries(
    Object.entries(wordpressCapabilities).flatMap(([name, capability]) =>
      can({ role }, capability) ? [[name, true]] : [],
    ),
  )

/** Names of addresses would tell the email address; the id does not. */
const slugOf = ({ id }: Pick<Person, 'id'>): string => `user-${id}`

export const idOfSlug = (slug: string): number => idOf(/^user-(\d+)$/.exec(slug)?.[1])

export function userJson(person: Person, context: 'view' | 'embed' | 'edit', { url }: Pick<Platform, 'url'>): UserJson {
  const { id, name, email, role } = person
  const { firstName, lastName } = namesOf(person)
  const _links = { self: [{ href: url + hrefs.restUser(id) }], collection: [{ href: url + paths.restUsers }] }
  const view = { id, name, url: '', description: '', link: '', slug: slugOf(person), avatar_urls: {}, meta: [] }
  if (context !== 'edit') return { ...view, _links }
  return {
    ...view,
    username: email,
    first_name: firstName,
    last_name: lastName,
    nickname: name,
    email,
    locale: 'en_CA',
    registered_date: toGmtIso(person.createdAt) + '+00:00',
    roles: [role],
    capabilities: capabilitiesOf(role),
    extra_capabilities: { [role]: true },
    status: person.disabledAt ? 'disabled' : 'active',
    session_count: person.sessionCount,
    last_sign_in: person.lastSignIn && toLocalIso(person.lastSignIn),
    last_sign_in_gmt: person.lastSignIn && toGmtIso(person.lastSignIn),
    _links,
  }
}
