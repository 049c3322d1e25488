import { z } from 'zod'
import { defineCall } from '../../../platform/rest/call.ts'
import { viewEmbedOrEdit } from '../../../platform/rest/fields.ts'
import { errorOf } from '../../../platform/rest/response.ts'
import { paths } from '../../../platform/web/routes.ts'
import { themeEdit } from '../../../things/settings/capabilities.ts'
import { type MenuName, menuNames } from '../menus.ts'
import { type MenuShop, menuId, noSuchMenu } from './numbered-menus.ts'

/* `wp/v2/menus` and `wp/v2/menu-locations`: each of the three menus is its own location. */

const titles: Readonly<Record<MenuName, string>> = { top: 'Top menu', side: 'Side menu', footer: 'Footer' }
const noSuchPlace = errorOf(404, 'rest_menu_location_invalid', 'Invalid menu location.')
const fixedMenus = errorOf(
  400,
  'samovar_rest_fixed_menus',
  'This shop has three menus, each in its own place: none is added, renamed, moved or removed.',
)

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

const placeJson = (name: MenuName, url: string) => ({
  name,
  description: titles[name],
  menu: menuId(name),
  _links: {
    self: [{ href: `${url}${paths.restMenuLocations}/${name}` }],
    collection: [{ href: url + paths.restMenuLocations }],
    'wp:menu': [{ embeddable: true, href: `${url}${paths.restWpMenus}/${menuId(name)}` }],
  },
})

const managing = {
  capability: themeEdit,
  denied: { code: 'rest_cannot_view', message: 'Sorry, you are not allowed to view menus.' },
} as const
const menuPath = `${paths.restWpMenus}/:id{[0-9]+}`
const query = z.object(viewEmbedOrEdit)

export const wpMenuCalls = [
  defineCall({
    ...managing,
    summary: 'Lists the menus in the format of WordPress',
    method: 'GET',
    path: paths.restWpMenus,
    action: 'list',
    query,
    handler: async ({ url }: MenuShop) => ({
      items: menuNames.map((name) => menuJson(name, url)),
      page: 1,
      per_page: menuNames.length,
      total: menuNames.length,
    }),
  }),
  defineCall({
    ...managing,
    summary: 'Rejects new menus, because the menus of the shop are fixed',
    method: 'POST',
    path: paths.restWpMenus,
    handler: async (_shop: MenuShop) => fixedMenus,
  }),
  defineCall({
    ...managing,
    summary: 'Retrieves a menu in the format of WordPress',
    method: 'GET',
    path: menuPath,
    query,
    async handler({ url }: MenuShop, { id }) {
      const name = menuNames[id - 1]
      return name ? { json: menuJson(name, url) } : noSuchMenu
    },
  }),
  defineCall({
    ...managing,
    summary: 'Rejects changes of menus, because their names and locations are fixed',
    method: ['POST', 'PUT', 'PATCH', 'DELETE'],
    path: menuPath,
    action: 'edit',
    handler: async (_shop: MenuShop, { id }) => (menuNames[id - 1] ? fixedMenus : noSuchMenu),
  }),
  defineCall({
    ...managing,
    summary: 'Lists the menu locations',
    method: 'GET',
    path: paths.restMenuLocations,
    action: 'list',
    query,
    handler: async ({ url }: MenuShop) => ({
      json: Object.fromEntries(menuNames.map((name) => [name, placeJson(name, url)])),
    }),
  }),
  defineCall({
    ...managing,
    summary: 'Retrieves a menu location',
    method: 'GET',
    path: `${paths.restMenuLocations}/:location{[\\w-]+}`,
    query,
    async handler({ url }: MenuShop, { path: { location } }) {
      const name = menuNames.find((one) => one === location)
      return name ? { json: placeJson(name, url) } : noSuchPlace
    },
  }),
]
