import { z } from 'zod'
import { defineCall } from '../../../platform/rest/call.ts'
import { addError } from '../../../platform/rest/fields.ts'
import { MAX_ID } from '../../../platform/rest/params.ts'
import type { Platform, WithSettings } from '../../../platform/web/context.ts'
import { linkPattern } from '../../../platform/web/link-pattern.ts'
import { paths } from '../../../platform/web/routes.ts'
import { cleanLine } from '../../../things/entries/clean-content.ts'
import type { EntrySettings } from '../../../things/entries/settings.ts'
import { themeEdit } from '../../../things/settings/capabilities.ts'
import { lineSchema } from '../../../things/settings/settings-calls.ts'
import { problemError } from '../../content/rest/entry-errors.ts'
import { loadMenus, readTargets, saveMenus } from '../menus.store.ts'
import {
  itemKinds,
  MAX_ITEMS,
  MAX_LABEL,
  MAX_NUMBER,
  type MenuItem,
  type Menus,
  type Targets,
  targetOf,
} from '../menus.ts'

type MenuShop = Pick<Platform, 'db' | 'now'> & WithSettings<EntrySettings>

const MAX_HREF = 500
/** A path on this site. `//` and `/\` are refused, because browsers read both as another host. */
const localPattern = /^\/(?![/\\])\S*$/

const line = lineSchema({ max: MAX_LABEL })
const item = z.object({
  kind: z.enum(itemKinds),
  id: z.int().min(0).max(MAX_ID).default(0),
  label: line.default(''),
  href: z.string().max(MAX_HREF).transform(cleanLine).default(''),
  depth: z.int().min(0).max(1).default(0),
  number: z.int().min(1).max(MAX_NUMBER).optional(),
})

/** A menu. Footer columns may have no link; every other item needs one. */
const menu = (hasTitles = false) =>
  z
    .array(item)
    .max(MAX_ITEMS, `A menu takes at most ${MAX_ITEMS} items.`)
    .superRefine((items, context) => {
      for (const [index, one] of items.entries()) {
        const isTitle = hasTitles && one.depth === 0 && one.href === ''
        const refuse = (field: keyof MenuItem, message: string) =>
          context.addIssue({ code: 'custom', message, path: [index, field], params: { code: 'rest_invalid_param' } })
        if (index === 0 && one.depth > 0) refuse('depth', 'The first item is below none.')
        if (one.kind !== 'link') continue
        if (one.label === '') refuse('label', 'A link needs a label.')
        if (!isTitle && !linkPattern.test(one.href))
          refuse('href', 'An address is a path such as /shop/ or begins with https://.')
      }
    })

const body = z.object({
  top: menu(),
  side: menu(),
  footer: menu(true),
  side_url: z
    .string()
    .max(MAX_HREF)
    .transform((sent, context) => {
      const address = cleanLine(sent)
      if (address !== '' && !localPattern.test(address)) addError(context, '{name} must be a path such as /about/.')
      return address
    }),
  version: z.int().min(0).max(MAX_ID).optional(),
})

/** An item with its current target; `url` is null if the target is not public. */
type ItemJson = MenuItem & { readonly title: string; readonly url: string | null }
export type MenusJson = Readonly<Record<'top' | 'side' | 'footer', readonly ItemJson[]>> &
  Pick<Menus, 'side_url'> & { readonly version: number }

const itemJson = (one: MenuItem, targets: Targets): ItemJson => {
  const target = targetOf(one, targets)
  return { ...one, title: target?.title ?? '', url: target?.href ?? null }
}

async function answer({ db }: MenuShop) {
  const { menus, version } = await loadMenus(db)
  const targets = await readTargets(db, menus)
  const jsonOf = (items: readonly MenuItem[]) => items.map((one) => itemJson(one, targets))
  const { top, side, footer, side_url } = menus
  const json: MenusJson = { top: jsonOf(top), side: jsonOf(side), footer: jsonOf(footer), side_url, version }
  return { json }
}

const common = { path: paths.restMenus, capability: themeEdit } as const

export const menuCalls = [
  defineCall({
    ...common,
    summary: 'Retrieves the menus of the shop',
    method: 'GET',
    handler: (shop: MenuShop) => answer(shop),
  }),
  defineCall({
    ...common,
    summary: 'Updates the menus of the shop',
    method: 'PUT',
    body,
    async handler(shop: MenuShop, { body: { version, ...menus }, user }) {
      const saved = await saveMenus(shop, shop.db, { menus, version }, { author: user.id, now: shop.now() })
      return saved.ok ? answer(shop) : problemError(saved.problem)
    },
  }),
]
