import { errorOf, type RestError } from '../../../platform/rest/response.ts'
import type { Platform, WithSettings } from '../../../platform/web/context.ts'
import type { EntrySettings } from '../../../things/entries/settings.ts'
import { problemError } from '../../content/rest/entry-errors.ts'
import { loadMenus, readTargets, saveMenus } from '../menus.store.ts'
import { type MenuItem, type MenuName, type Menus, menuNames, type Targets } from '../menus.ts'

/* Assigns numeric ids to menus and items, as in WordPress. */

export type MenuShop = Pick<Platform, 'db' | 'now' | 'url'> & WithSettings<EntrySettings>

export const menuId = (name: MenuName): number => menuNames.indexOf(name) + 1
export const noSuchMenu = errorOf(404, 'rest_term_invalid', 'Term does not exist.')

export type NumberedItem = MenuItem & { readonly number: number }
type NumberedMenus = Readonly<Record<MenuName, readonly NumberedItem[]>> & Pick<Menus, 'side_url'>
export type MenusState = { readonly menus: NumberedMenus; readonly version: number; readonly targets: Targets }

export type MenuPlace = {
  readonly state: MenusState
  readonly name: MenuName
  readonly at: number
  readonly item: NumberedItem
}

/** An item id consists of its menu's id and its number in the menu. */
const PER_MENU = 100_000
export const itemId = (name: MenuName, { number }: NumberedItem): number => menuId(name) * PER_MENU + number

/** Items without a number get the next free one; others keep theirs. */
function withNumbers(items: readonly MenuItem[]): readonly NumberedItem[] {
  const usedNumbers = new Set(items.flatMap(({ number }) => number ?? []))
  let next = 1
  return items.map((item) => {
    if (item.number !== undefined) return { ...item, number: item.number }
    while (usedNumbers.has(next)) next += 1
    usedNumbers.add(next)
    return { ...item, number: next }
  })
}

export async function loadState({ db }: MenuShop): Promise<MenusState> {
  const { menus, version } = await loadMenus(db)
  const { top, side, footer, side_url } = menus
  const all = { top: withNumbers(top), side: withNumbers(side), footer: withNumbers(footer), side_url }
  return { menus: all, version, targets: await readTargets(db, menus) }
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
