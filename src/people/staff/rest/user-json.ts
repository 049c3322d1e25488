import { z } from 'zod'
import { type Capability, can, type Role, roles } from '../../../platform/access/permissions.ts'
import {
  editOnly,
  emailText,
  embeddable,
  fixed,
  type Item,
  itemShape,
  shownIn,
  time,
  uri,
  writeOnly,
} from '../../../platform/rest/item-shape.ts'
import { idOf } from '../../../platform/rest/request.ts'
import { timeFields, toGmtIso } from '../../../platform/time/shop-time.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { namesOf } from '../../identity/accounts.store.ts'
import type { StaffShop } from '../change-people.ts'
import type { Person } from '../people.store.ts'

const text = z.string()

/** WooCommerce's user meta: one choice, which only the user makes (SITE-02). */
export const woocommerceMeta = z.strictObject({ coming_soon_banner_dismissed: z.enum(['yes', 'no']).optional() })

/** A user in WordPress's shape. Private fields are only in `context=edit`. */
export const userSchema = itemShape('user', {
  id: embeddable(fixed(z.int())),
  name: embeddable(text),
  url: embeddable(fixed(uri)),
  description: embeddable(fixed(text)),
  link: embeddable(fixed(uri)),
  slug: embeddable(fixed(text)),
  avatar_urls: embeddable(fixed(z.strictObject({}))),
  meta: fixed(z.array(z.never())),
  woocommerce_meta: editOnly(woocommerceMeta),
  username: editOnly(fixed(text)),
  first_name: editOnly(text),
  last_name: editOnly(text),
  nickname: editOnly(fixed(text)),
  email: editOnly(emailText),
  locale: editOnly(fixed(text)),
  registered_date: editOnly(fixed(time)),
  roles: editOnly(z.array(z.enum(roles))),
  password: shownIn(writeOnly(text)),
  capabilities: editOnly(fixed(z.record(z.string(), z.boolean()))),
  extra_capabilities: editOnly(fixed(z.record(z.string(), z.boolean()))),
  status: editOnly(fixed(z.enum(['active', 'disabled']))),
  session_count: editOnly(fixed(z.int())),
  last_sign_in: editOnly(fixed(time.nullable())),
  last_sign_in_gmt: editOnly(fixed(time.nullable())),
})

export type UserJson = Item<typeof userSchema>
export type PersonJson = Required<Omit<UserJson, 'password'>>

/** Every capability with its WordPress and WooCommerce names, which clients check. Composition collects them. */
export type WithCapabilities = { readonly capabilities: ReadonlyMap<Capability, readonly string[]> }
export type UserShop = StaffShop & WithCapabilities

const capabilitiesOf = (role: Role, { capabilities }: WithCapabilities): Readonly<Record<string, boolean>> =>
  Object.fromEntries(
    [...capabilities].flatMap(([capability, names]) =>
      can({ role }, capability) ? names.map((name) => [name, true] as const) : [],
    ),
  )

/** Made from the id, because a slug of the name could reveal the email address. */
const slugOf = ({ id }: Pick<Person, 'id'>): string => `user-${id}`

export const idOfSlug = (slug: string): number => idOf(/^user-(\d+)$/.exec(slug)?.[1])

export function userJson(person: Person, context: 'view' | 'embed' | 'edit', shop: UserShop): UserJson {
  const { url } = shop
  const { id, name, email, role, authorSlug } = person
  const { firstName, lastName } = namesOf(person)
  const _links = { self: [{ href: url + hrefs.restUser(id) }], collection: [{ href: url + paths.restUsers }] }
  const link = authorSlug === null ? '' : url + hrefs.postAuthor(authorSlug)
  const view = { id, name, url: '', description: '', link, slug: slugOf(person), avatar_urls: {}, meta: [] }
  if (context !== 'edit') return { ...view, _links }
  return {
    ...view,
    username: email,
    first_name: firstName,
    last_name: lastName,
    nickname: name,
    woocommerce_meta: woocommerceMeta.catch({}).parse(person.meta.woocommerce_meta ?? {}),
    email,
    locale: 'en_CA',
    registered_date: toGmtIso(person.createdAt) + '+00:00',
    roles: [role],
    capabilities: { ...capabilitiesOf(role, shop), [role]: true },
    extra_capabilities: { [role]: true },
    status: person.disabledAt ? 'disabled' : 'active',
    session_count: person.sessionCount,
    ...timeFields('last_sign_in', person.lastSignIn),
    _links,
  }
}
