import { errorOf, type RestError } from '../../../platform/rest/response.ts'
import type { Platform, WithSettings } from '../../../platform/web/context.ts'
import type { EntrySettings } from '../../../things/entries/settings.ts'
import { problemError } from '../../content/rest/entry-errors.ts'
import { loadMenus, readTargets, saveMenus } from '../menus.store.ts'
import {
  MAX_NUMBER,
  type MenuName,
  type Menus,
  menuNames,
  type NumberedItem,
  type NumberedMenus,
  type Targets,
} from '../menus.ts'

/* Menus and items by numeric ids, as in WordPress. */

export type MenuShop = Pick<Platform, 'db' | 'now' | 'url'> & WithSettings<EntrySettings>

export const menuId = (name: MenuName): number => menuNames.indexOf(name) + 1
export const noSuchMenu = errorOf(404, 'rest_term_invalid', 'Term does not exist.')

export type MenusState = { readonly menus: NumberedMenus; readonly version: number; readonly targets: Targets }

export type MenuPlace = {
  readonly state: MenusState
  readonly name: MenuName
  readonly at: number
  readonly item: NumberedItem
}

/** An item id consists of its menu's id and its number in the menu. */
const PER_MENU = MAX_NUMBER + 1
export const itemId = (name: MenuName, { number }: NumberedItem): number => menuId(name) * PER_MENU + number

export async function loadState({ db }: MenuShop): Promise<MenusState> {
  const { menus, version } = await loadMenus(db)
  return { menus, version, targets: await readTargets(db, menus) }
}

export const placesOf = (state: MenusState): readonly MenuPlace[] =>
  menuNames.flatMap((name) => state.menus[name].map((item, at) => ({ state, name, at, item })))

/** Saves one menu; refused if another change was saved since `version`. */
export async function saveMenu(
  shop: MenuShop,
  { menus, version }: MenusState,
  name: MenuName,
  items: readonly NumberedItem[],
  author: number,
): Promise<RestError | null> {
  const changed: Menus = { ...menus, [name]: items }
  const saved = await saveMenus(shop, shop.db, { menus: changed, version }, { author, now: shop.now() })
  return saved.ok ? null : problemError(saved.problem)
}
