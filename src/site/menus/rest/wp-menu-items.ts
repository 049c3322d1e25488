import { z } from 'zod'
import type { Call } from '../../../platform/rest/call.ts'
import { ids, pageFields, rawText, viewEmbedOrEdit } from '../../../platform/rest/fields.ts'
import { fixedFieldsError, invalidFields, MAX_ID } from '../../../platform/rest/params.ts'
import { defineResource, deletedJson } from '../../../platform/rest/resource.ts'
import { errorOf, isRestError, type RestError } from '../../../platform/rest/response.ts'
import { linkPattern } from '../../../platform/web/link-pattern.ts'
import { escapeHtml } from '../../../platform/web/plain-text.ts'
import { paths } from '../../../platform/web/routes.ts'
import { cleanLine } from '../../../things/entries/clean-content.ts'
import { themeEdit } from '../../../things/settings/capabilities.ts'
import { nearestIndex, sizeAt, withoutItem } from '../arrange.ts'
import { readTargets } from '../menus.store.ts'
import {
  type ItemKind,
  MAX_ITEMS,
  MAX_LABEL,
  type MenuItem,
  menuNames,
  type NumberedItem,
  nextNumber,
  numbersOf,
  targetOf,
} from '../menus.ts'
import {
  itemId,
  loadState,
  type MenuPlace,
  type MenuShop,
  type MenusState,
  menuId,
  placesOf,
  saveMenu,
} from './numbered-menus.ts'

/** WordPress's `type` and label of each kind. */
const kinds: Readonly<Record<ItemKind, readonly [type: 'custom' | 'post_type' | 'taxonomy', label: string]>> = {
  link: ['custom', 'Custom Link'],
  page: ['post_type', 'Page'],
  post: ['post_type', 'Post'],
  product: ['post_type', 'Product'],
  project: ['post_type', 'Project'],
  category: ['taxonomy', 'Category'],
  product_cat: ['taxonomy', 'Category'],
}
const objectOf = (kind: ItemKind): string => (kind === 'link' ? 'custom' : kind)

/** Properties that WordPress has, but this shop does not use. */
const constants = { status: 'publish', attr_title: '', description: '', target: '', classes: [''], xfn: [''], meta: [] }

const parentOf = ({ state, name, at, item }: MenuPlace): NumberedItem | undefined =>
  item.depth === 0 ? undefined : state.menus[name].slice(0, at).findLast(({ depth }) => depth === 0)

function itemJson(place: MenuPlace, { url }: MenuShop, context: 'view' | 'edit') {
  const { state, name, at, item } = place
  const id = itemId(name, item)
  const target = targetOf(item, state.targets)
  const parent = parentOf(place)
  const title = item.label || target?.title || ''
  const href = target?.href ?? ''
  const [type, type_label] = kinds[item.kind]
  return {
    ...constants,
    id,
    title: { rendered: escapeHtml(title), ...(context === 'edit' ? { raw: title } : {}) },
    url: href.startsWith('/') ? url + href : href,
    type,
    type_label,
    object: objectOf(item.kind),
    object_id: item.kind === 'link' ? id : item.id,
    parent: parent ? itemId(name, parent) : 0,
    menu_order: at + 1,
    invalid: target === null,
    menus: menuId(name),
    _links: {
      self: [{ href: `${url}${paths.restMenuItems}/${id}` }],
      collection: [{ href: url + paths.restMenuItems }],
      about: [{ href: `${url}${paths.restTypes}/nav_menu_item` }],
    },
  }
}

const id = z.int().min(0).max(MAX_ID).optional()
const fields = z.object({
  title: rawText(500),
  url: z.string().max(500).transform(cleanLine).optional(),
  type: z.enum(['custom', 'post_type', 'taxonomy']).optional(),
  object: z.string().max(40).optional(),
  object_id: id,
  menus: id,
  parent: id,
  menu_order: z.int().min(1).optional(),
  status: z.string().max(40).optional(),
  ...Object.fromEntries(['attr_title', 'description', 'target'].map((name) => [name, z.string().max(500).optional()])),
  ...Object.fromEntries(['classes', 'xfn'].map((name) => [name, z.array(z.string().max(500)).max(100).optional()])),
})
type Sent = z.output<typeof fields>
type Content = Pick<MenuItem, 'kind' | 'id' | 'label' | 'href'>

const titleRequired = errorOf(400, 'rest_title_required', 'The title is required when using a custom menu item type.')
const urlRequired = errorOf(400, 'rest_url_required', 'The url is required when using a custom menu item type.')
const invalidMenu = errorOf(400, 'invalid_menu_id', 'Invalid menu ID.')

/** Target and label after a change; links need both. */
function contentOf(before: Content, sent: Sent, url: string): Content | RestError {
  const [typeBefore] = kinds[before.kind]
  const type = sent.type ?? typeBefore
  const object = type === 'custom' ? 'custom' : (sent.object ?? objectOf(before.kind))
  const possible = (Object.keys(kinds) as ItemKind[]).filter((one) => kinds[one][0] === type)
  const kind = possible.find((one) => objectOf(one) === object)
  if (!kind) return invalidFields({ object: `object is not one of ${possible.join(', ')}.` })
  const label = sent.title === undefined ? before.label : cleanLine(sent.title)
  if (label.length > MAX_LABEL) return invalidFields({ title: `title takes at most ${MAX_LABEL} characters.` })
  if (kind !== 'link') return { kind, id: sent.object_id ?? before.id, label, href: '' }
  const address = sent.url ?? before.href
  const href = address.startsWith(`${url}/`) ? address.slice(url.length) : address
  if (label === '') return titleRequired
  if (href === '') return urlRequired
  if (!linkPattern.test(href))
    return invalidFields({ url: 'An address is a path such as /shop/ or begins with https://.' })
  return { kind, id: 0, label, href }
}

/** Adds an item to a menu, or changes and moves it with its children. */
async function write(
  shop: MenuShop,
  state: MenusState,
  place: MenuPlace | null,
  sent: Sent,
  author: number,
): Promise<MenuPlace | RestError> {
  const refused = fixedFieldsError(constants, sent)
  if (refused) return refused
  const name = sent.menus === undefined && place ? place.name : menuNames[(sent.menus ?? 0) - 1]
  if (!name) return invalidMenu
  if (place && place.name !== name) return invalidFields({ menus: 'An item stays in its menu.' })
  const items = state.menus[name]
  if (!place && items.length >= MAX_ITEMS) return invalidFields({ menus: `A menu takes at most ${MAX_ITEMS} items.` })
  const content = contentOf(place?.item ?? { kind: 'link', id: 0, label: '', href: '' }, sent, shop.url)
  if (isRestError(content)) return content

  const branch = place ? items.slice(place.at, place.at + sizeAt(items, place.at)) : []
  const others = items.filter((one) => !branch.includes(one))
  const asked = others.find((one) => one.depth === 0 && itemId(name, one) === sent.parent)
  const parent = sent.parent === undefined && place ? parentOf(place) : asked
  if (sent.parent && !parent) return invalidFields({ parent: 'parent is an item of this menu that is below none.' })
  if (parent && branch.length > 1)
    return invalidFields({ parent: 'An item with others below it stays on the first level.' })
  const number = place?.item.number ?? nextNumber(state.menus.lastNumbers[name], numbersOf(items))
  const item: NumberedItem = { ...content, number, depth: parent ? 1 : 0 }
  const isMoved = !place || sent.parent !== undefined || sent.menu_order !== undefined
  const at = isMoved ? nearestIndex(others, parent ? others.indexOf(parent) : -1, sent.menu_order) : place.at
  const after = others.toSpliced(at, 0, item, ...branch.slice(1))

  const menus = { ...state.menus, [name]: after }
  const targets = await readTargets(shop.db, menus)
  if (targetOf(item, targets) === null) return invalidFields({ object_id: 'There is nothing public with this id.' })
  const problem = await saveMenu(shop, state, name, after, author)
  return problem ?? { state: { ...state, menus, targets }, name, at, item }
}

const denied = { code: 'rest_cannot_view', message: 'Sorry, you are not allowed to view menu items.' }

/** `wp/v2/menu-items` for the three menus. */
export const wpMenuItemCalls: readonly Call<MenuShop>[] = defineResource({
  name: 'menu item',
  path: paths.restMenuItems,
  capability: themeEdit,
  notFound: errorOf(404, 'rest_post_invalid_id', 'Invalid post ID.'),
  json: itemJson,
  writeContext: 'edit',
  query: {
    ...viewEmbedOrEdit,
    per_page: pageFields.per_page.default(100),
    menus: ids,
    include: ids,
    exclude: ids,
    order: z.enum(['asc', 'desc']).default('asc'),
    orderby: z.enum(['menu_order']).default('menu_order'),
  },
  async list(shop: MenuShop, { menus, include, exclude, order, offset, limit }) {
    const isNamed = (list: readonly number[], one: number) => list.length === 0 || list.includes(one)
    const found = placesOf(await loadState(shop)).filter(({ name, item }) => {
      const one = itemId(name, item)
      return isNamed(menus, menuId(name)) && isNamed(include, one) && !exclude.includes(one)
    })
    const sorted = order === 'asc' ? found : found.toReversed()
    return { items: sorted.slice(offset, offset + limit), total: found.length }
  },
  get: async (shop, wanted) =>
    placesOf(await loadState(shop)).find(({ name, item }) => itemId(name, item) === wanted) ?? null,
  fields: { create: fields, update: fields },
  create: async (shop, sent, { id: author }) => write(shop, await loadState(shop), null, sent, author),
  update: (shop, place, sent, { id: author }) => write(shop, place.state, place, sent, author),
  async delete(shop, { state, name, at }, _fields, { id: author }) {
    return (await saveMenu(shop, state, name, withoutItem(state.menus[name], at), author)) ?? true
  },
  noTrash: errorOf(501, 'rest_trash_not_supported', "Menu items do not support trashing. Set 'force=true' to delete."),
  deletedJson,
}).map((call) => ({ ...call, denied }))
