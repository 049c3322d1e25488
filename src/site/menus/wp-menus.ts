import { z } from 'zod'
import { defineCall, type RestResult } from '../../platform/rest/call.ts'
import { ids, windowFields } from '../../platform/rest/fields.ts'
import { invalidFields, MAX_ID } from '../../platform/rest/params.ts'
import { forceField } from '../../platform/rest/resource.ts'
import { errorOf, type RestError } from '../../platform/rest/response.ts'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import { linkPattern } from '../../platform/web/link-pattern.ts'
import { paths } from '../../platform/web/routes.ts'
import { cleanLine } from '../../things/entries/clean-content.ts'
import type { EntrySettings } from '../../things/entries/settings.ts'
import { themeEdit } from '../../things/settings/capabilities.ts'
import { problemError } from '../content/rest/entry-errors.ts'
import { without } from './arrange.ts'
import { loadMenus, readTargets, saveMenus } from './menus.store.ts'
import {
  type ItemKind,
  MAX_ITEMS,
  MAX_LABEL,
  type MenuItem,
  type MenuName,
  type Menus,
  menuNames,
  type Targets,
  targetOf,
} from './menus.ts'

/* The shop's three menus as WordPress's `menus`, `menu-items` and `menu-locations`. Each menu is its own place. */

type MenuShop = Pick<Platform, 'db' | 'now' | 'url'> & WithSettings<EntrySettings>

const titles: Readonly<Record<MenuName, string>> = { top: 'Top menu', side: 'Side menu', footer: 'Footer' }
const menuId = (name: MenuName): number => menuNames.indexOf(name) + 1

/** Ids of items say their menu and their own number in it. */
const PER_MENU = 100_000
type Numbered = MenuItem & { readonly number: number }

/** Items that were arranged without numbers get those of their places; others keep theirs. */
function numbered(items: readonly MenuItem[]): readonly Numbered[] {
  const taken = new Set(items.flatMap(({ number }) => number ?? []))
  let next = 1
  return items.map((item) => {
    if (item.number !== undefined) return { ...item, number: item.number }
    while (taken.has(next)) next += 1
    taken.add(next)
    return { ...item, number: next }
  })
}

const noSuchItem = errorOf(404, 'rest_post_invalid_id', 'Invalid post ID.')
const noSuchMenu = errorOf(404, 'rest_term_invalid', 'Term does not exist.')
const noTrash = errorOf(
  501,
  'rest_trash_not_supported',
  "Menu items do not support trashing. Set 'force=true' to delete.",
)
const denied = (what: string) => ({
  denied: { code: 'rest_cannot_view', message: `Sorry, you are not allowed to ${what}.` },
})
const fixedMenus = (what: string): RestError =>
  errorOf(400, 'samovar_rest_fixed_menus', `This shop has three menus, each in its own place: none is ${what}.`)

const menuJson = (name: MenuName, url: string) => ({
  id: menuId(name),
  description: '',
  name: titles[name],
  slug: name,
  meta: [],
  locations: [name],
  auto_add: false,
  _links: {
    self: [{ href: `${url}${paths.restWpMenus}/${menuId(name)}` }],
    collection: [{ href: url + paths.restWpMenus }],
    about: [{ href: `${url}${paths.restTaxonomies}/nav_menu` }],
    'wp:post_type': [{ href: `${url}${paths.restMenuItems}?menus=${menuId(name)}` }],
  },
})

const isTaxonomy = (kind: ItemKind): boolean => kind === 'category' || kind === 'product_cat'
const typeOf = (kind: ItemKind) => (kind === 'link' ? 'custom' : isTaxonomy(kind) ? 'taxonomy' : 'post_type')

type Placed = { readonly name: MenuName; readonly at: number; readonly items: readonly Numbered[] }

function itemJson({ name, at, items }: Placed, targets: Targets, url: string) {
  const item = items[at] as Numbered
  const id = menuId(name) * PER_MENU + item.number
  const target = targetOf(item, targets)
  const parent = item.depth === 0 ? undefined : items.slice(0, at).findLast(({ depth }) => depth === 0)
  const title = item.label || target?.title || ''
  const href = target?.href ?? ''
  return {
    id,
    title: { raw: title, rendered: title },
    status: 'publish',
    url: href.startsWith('/') ? url + href : href,
    attr_title: '',
    description: '',
    type: typeOf(item.kind),
    object: item.kind === 'link' ? 'custom' : item.kind,
    object_id: item.kind === 'link' ? id : item.id,
    parent: parent ? menuId(name) * PER_MENU + parent.number : 0,
    menu_order: at + 1,
    target: '',
    classes: [''],
    xfn: [''],
    invalid: target === null,
    meta: [],
    menus: menuId(name),
    _links: {
      self: [{ href: `${url}${paths.restMenuItems}/${id}` }],
      collection: [{ href: url + paths.restMenuItems }],
    },
  }
}

async function load({ db }: MenuShop) {
  const { menus, version } = await loadMenus(db)
  const all = menuNames.map((name) => ({ name, items: numbered(menus[name]) }))
  return { menus, version, all, targets: await readTargets(db, menus) }
}
type Loaded = Awaited<ReturnType<typeof load>>

function find({ all }: Loaded, id: number): Placed | null {
  const name = menuNames[Math.floor(id / PER_MENU) - 1]
  const items = all.find((one) => one.name === name)?.items ?? []
  const at = items.findIndex(({ number }) => number === id % PER_MENU)
  return name && at >= 0 ? { name, at, items } : null
}

/** Saves one menu against the version that was read, so that nobody's arrangement is lost. */
async function save(
  shop: MenuShop,
  { menus, version }: Loaded,
  name: MenuName,
  items: readonly Numbered[],
  author: number,
) {
  const changed: Menus = { ...menus, [name]: items }
  const saved = await saveMenus(shop, shop.db, { menus: changed, version }, { author, now: shop.now() })
  return saved.ok ? null : problemError(saved.problem)
}

const kinds = {
  custom: ['link'],
  post_type: ['page', 'post', 'product', 'project'],
  taxonomy: ['category', 'product_cat'],
} as const

const title = z
  .union([z.string(), z.object({ raw: z.string() })])
  .transform((sent) => cleanLine(typeof sent === 'string' ? sent : sent.raw).slice(0, MAX_LABEL))
const fields = z.object({
  title: title.optional(),
  url: z.string().max(500).transform(cleanLine).optional(),
  type: z.enum(['custom', 'post_type', 'taxonomy']).optional(),
  object: z.string().max(40).optional(),
  object_id: z.int().min(0).max(MAX_ID).optional(),
  menus: z.int().min(0).max(MAX_ID).optional(),
  parent: z.int().min(0).max(MAX_ID).optional(),
  menu_order: z.int().min(1).max(MAX_ITEMS).optional(),
})
type Sent = z.output<typeof fields>

/** What an item becomes; links need words and an address, and everything else has to exist. */
function changed(before: Numbered, sent: Sent, hasParent: boolean, url: string): Numbered | RestError {
  const type = sent.type ?? typeOf(before.kind)
  const kind =
    (kinds[type] as readonly ItemKind[]).find((one) => one === (sent.object ?? before.kind)) ??
    (type === 'custom' ? 'link' : null)
  if (kind === null) return invalidFields({ object: `object is not one of ${kinds[type].join(', ')}.` })
  const label = sent.title ?? before.label
  const address = sent.url ?? before.href
  const href = address.startsWith(`${url}/`) ? address.slice(url.length) : address
  if (kind === 'link' && label === '')
    return errorOf(400, 'rest_title_required', 'The title is required when using a custom menu item type.')
  if (kind === 'link' && href === '')
    return errorOf(400, 'rest_url_required', 'The url is required when using a custom menu item type.')
  if (kind === 'link' && !linkPattern.test(href))
    return invalidFields({ url: 'An address is a path such as /shop/ or begins with https://.' })
  const id = kind === 'link' ? 0 : (sent.object_id ?? before.id)
  return { number: before.number, kind, id, label, href: kind === 'link' ? href : '', depth: hasParent ? 1 : 0 }
}

/** Puts an item where it was told to: below a parent, at a place of its menu, or at the end. */
function placed(others: readonly Numbered[], item: Numbered, parent: number | null, order: number | undefined) {
  if (parent === null) return others.toSpliced(order === undefined ? others.length : order - 1, 0, item)
  const at = others.findIndex(({ number }) => number === parent)
  const end = others.findIndex(({ depth }, index) => index > at && depth === 0)
  const last = end === -1 ? others.length : end
  const wish = order === undefined ? last : Math.min(Math.max(order - 1, at + 1), last)
  return others.toSpliced(wish, 0, item)
}

async function put(shop: MenuShop, loaded: Loaded, item: Placed | null, sent: Sent, author: number) {
  const name = sent.menus === undefined && item ? item.name : menuNames[(sent.menus ?? 0) - 1]
  const menu = loaded.all.find((one) => one.name === name)
  if (!name || !menu) return errorOf(400, 'invalid_menu_id', 'Invalid menu ID.')
  if (item && item.name !== name) return invalidFields({ menus: 'An item stays in its menu.' })
  if (!item && menu.items.length >= MAX_ITEMS)
    return invalidFields({ menus: `A menu takes at most ${MAX_ITEMS} items.` })
  const before = item?.items[item.at]
  const above = before?.depth ? item?.items.slice(0, item.at).findLast(({ depth }) => depth === 0)?.number : undefined
  const asked = sent.parent === undefined ? (above ?? 0) : sent.parent % PER_MENU
  const parent = menu.items.find(({ number, depth }) => number === asked && depth === 0 && number !== before?.number)
  if (asked !== 0 && !parent) return invalidFields({ parent: 'parent is an item of this menu that is below none.' })
  const hasChildren = item !== null && (item.items[item.at + 1]?.depth ?? 0) > (before?.depth ?? 0)
  if (parent && hasChildren) return invalidFields({ parent: 'An item with others below it stays on the first level.' })
  const number = before?.number ?? Math.max(0, ...menu.items.map((one) => one.number)) + 1
  const fresh: Numbered = { number, kind: 'link', id: 0, label: '', href: '', depth: 0 }
  const after = changed(before ?? fresh, sent, parent !== undefined, shop.url)
  if ('code' in after) return after
  const isMoved = sent.parent !== undefined || sent.menu_order !== undefined || !before
  const others = menu.items.filter((one) => one.number !== number)
  const items = isMoved
    ? placed(hasChildren ? menu.items : others, after, parent?.number ?? null, sent.menu_order)
    : menu.items.map((one) => (one.number === number ? after : one))
  if (isMoved && hasChildren)
    return invalidFields({ menu_order: 'An item with others below it is moved in the back office.' })
  const targets = await readTargets(shop.db, { ...loaded.menus, [name]: items })
  if (targetOf(after, targets) === null) return invalidFields({ object_id: 'There is nothing public with this id.' })
  const problem = await save(shop, loaded, name, items, author)
  return problem ?? itemJson({ name, at: items.findIndex((one) => one.number === number), items }, targets, shop.url)
}

const itemPath = `${paths.restMenuItems}/:id{[0-9]+}`
const items = { capability: themeEdit, ...denied('view menu items') } as const
const menus = { capability: themeEdit, ...denied('view menus') } as const
const contextQuery = z.object({ context: z.enum(['view', 'embed', 'edit']).default('view') })

export const wpMenuCalls = [
  defineCall({
    ...menus,
    summary: 'The menus as WordPress has them',
    method: 'GET',
    path: paths.restWpMenus,
    action: 'list',
    query: contextQuery,
    handler: async ({ url }: MenuShop) => ({ json: menuNames.map((name) => menuJson(name, url)) }),
  }),
  defineCall({
    ...menus,
    summary: 'Refuses a new menu, because each has its place',
    method: 'POST',
    path: paths.restWpMenus,
    handler: async (_shop: MenuShop) => fixedMenus('added'),
  }),
  defineCall({
    ...menus,
    summary: 'One menu as WordPress has it',
    method: 'GET',
    path: `${paths.restWpMenus}/:id{[0-9]+}`,
    query: contextQuery,
    async handler({ url }: MenuShop, { id }) {
      const name = menuNames[id - 1]
      return name ? { json: menuJson(name, url) } : noSuchMenu
    },
  }),
  defineCall({
    ...menus,
    summary: 'Refuses another name or place for a menu',
    method: ['POST', 'PUT', 'PATCH', 'DELETE'],
    path: `${paths.restWpMenus}/:id{[0-9]+}`,
    action: 'edit',
    handler: async (_shop: MenuShop, { id }) =>
      menuNames[id - 1] ? fixedMenus('renamed, moved or removed') : noSuchMenu,
  }),
  defineCall({
    ...menus,
    summary: 'Places of menus',
    method: 'GET',
    path: paths.restMenuLocations,
    action: 'list',
    query: contextQuery,
    handler: async ({ url }: MenuShop) => ({
      json: Object.fromEntries(menuNames.map((name) => [name, locationJson(name, url)])),
    }),
  }),
  defineCall({
    ...menus,
    summary: 'One place of a menu',
    method: 'GET',
    path: `${paths.restMenuLocations}/:location{[\\w-]+}`,
    query: contextQuery,
    async handler({ url }: MenuShop, { path: { location } }) {
      const name = menuNames.find((one) => one === location)
      return name
        ? { json: locationJson(name, url) }
        : errorOf(404, 'rest_menu_location_invalid', 'Invalid menu location.')
    },
  }),
  defineCall({
    ...items,
    summary: 'Items of menus',
    method: 'GET',
    path: paths.restMenuItems,
    query: z.object({ ...windowFields, ...contextQuery.shape, menus: ids, include: ids }),
    async handler(shop: MenuShop, { query }) {
      const loaded = await load(shop)
      const { page, per_page, offset = (page - 1) * per_page } = query
      const found = loaded.all
        .filter(({ name }) => query.menus.length === 0 || query.menus.includes(menuId(name)))
        .flatMap(({ name, items: all }) =>
          all.map((_, at) => itemJson({ name, at, items: all }, loaded.targets, shop.url)),
        )
        .filter(({ id }) => query.include.length === 0 || query.include.includes(id))
      return { items: found.slice(offset, offset + per_page), page, per_page, total: found.length }
    },
  }),
  defineCall({
    ...items,
    summary: 'Adds an item to a menu',
    method: 'POST',
    path: paths.restMenuItems,
    body: fields,
    async handler(shop: MenuShop, { body, user }): Promise<RestResult> {
      const result = await put(shop, await load(shop), null, body, user.id)
      if ('code' in result) return result
      return { json: result, status: 201, headers: { location: result._links.self[0]?.href ?? '' } }
    },
  }),
  defineCall({
    ...items,
    summary: 'One item of a menu',
    method: 'GET',
    path: itemPath,
    query: contextQuery,
    async handler(shop: MenuShop, { id }) {
      const loaded = await load(shop)
      const item = find(loaded, id)
      return item ? { json: itemJson(item, loaded.targets, shop.url) } : noSuchItem
    },
  }),
  defineCall({
    ...items,
    summary: 'Changes an item of a menu',
    method: ['POST', 'PUT', 'PATCH'],
    path: itemPath,
    action: 'edit',
    body: fields,
    async handler(shop: MenuShop, { id, body, user }): Promise<RestResult> {
      const loaded = await load(shop)
      const item = find(loaded, id)
      if (!item) return noSuchItem
      const result = await put(shop, loaded, item, body, user.id)
      return 'code' in result ? result : { json: result }
    },
  }),
  defineCall({
    ...items,
    summary: 'Removes an item of a menu; what was below it moves up',
    method: 'DELETE',
    path: itemPath,
    query: forceField,
    body: forceField,
    async handler(shop: MenuShop, { id, query, body, user }): Promise<RestResult> {
      const loaded = await load(shop)
      const item = find(loaded, id)
      if (!item) return noSuchItem
      if (!query.force && !body.force) return noTrash
      const previous = itemJson(item, loaded.targets, shop.url)
      const problem = await save(shop, loaded, item.name, without(item.items, item.at), user.id)
      return problem ?? { json: { deleted: true, previous } }
    },
  }),
]

function locationJson(name: MenuName, url: string) {
  return {
    name,
    description: titles[name],
    menu: menuId(name),
    _links: {
      self: [{ href: `${url}${paths.restMenuLocations}/${name}` }],
      collection: [{ href: url + paths.restMenuLocations }],
      'wp:menu': [{ embeddable: true, href: `${url}${paths.restWpMenus}/${menuId(name)}` }],
    },
  }
}
