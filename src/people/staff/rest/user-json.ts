import { z } from 'zod'
import { can, type Role, roles } from '../../../platform/access/permissions.ts'
import { idOf } from '../../../platform/rest/request.ts'
import { toGmtIso, toLocalIso } from '../../../platform/time/shop-time.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { namesOf } from '../../identity/customers.store.ts'
import type { Person } from '../people.store.ts'

const links = z.array(z.strictObject({ href: z.string() }))

/** A user in WordPress's shape; what is not public is in `context=edit` alone, also to those who may see it. */
export const userShape = z.strictObject({
  id: z.int(),
  name: z.string(),
  url: z.string(),
  description: z.string(),
  link: z.string(),
  slug: z.string(),
  avatar_urls: z.strictObject({}),
  meta: z.array(z.never()),
  username: z.string().optional(),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  nickname: z.string().optional(),
  email: z.string().optional(),
  locale: z.string().optional(),
  registered_date: z.string().optional(),
  roles: z.array(z.enum(roles)).optional(),
  capabilities: z.record(z.string(), z.boolean()).optional(),
  extra_capabilities: z.record(z.string(), z.boolean()).optional(),
  status: z.enum(['active', 'disabled']).optional(),
  session_count: z.int().optional(),
  last_sign_in: z.string().nullable().optional(),
  last_sign_in_gmt: z.string().nullable().optional(),
  _links: z.strictObject({ self: links, collection: links }),
})

export type UserJson = z.infer<typeof userShape>
/** With `context=edit`. */
export type PersonJson = Required<UserJson>

/** WordPress's names of capabilities that programs ask for, by the ones of this shop that stand for them. */
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

/** 0 for what is nobody's. */
export const idOfSlug = (slug: string): number => idOf(/^user-(\d+)$/.exec(slug)?.[1])

export function userJson(person: Person, context: 'view' | 'embed' | 'edit', { url }: Pick<Platform, 'url'>): UserJson {
  const { id, name, email, role } = person
  const { firstName, lastName } = namesOf(person)
  const _links = { self: [{ href: url + hrefs.restUser(id) }], collection: [{ href: url + paths.restUsers }] }
  const view = { id, name, url: '', description: '', link: '', slug: slugOf(person), avatar_urls: {}, meta: [] }
  if (context !== 'edit') return { ...view, _links }
  return {
    ...view,
    ...{ username: email, first_name: firstName, last_name: lastName, nickname: name, email, locale: 'en_CA' },
    ...{ registered_date: toGmtIso(person.createdAt) + '+00:00', roles: [role], capabilities: capabilitiesOf(role) },
    extra_capabilities: { [role]: true },
    status: person.disabledAt ? 'disabled' : 'active',
    session_count: person.sessionCount,
    last_sign_in: person.lastSignIn && toLocalIso(person.lastSignIn),
    last_sign_in_gmt: person.lastSignIn && toGmtIso(person.lastSignIn),
    _links,
  }
}
