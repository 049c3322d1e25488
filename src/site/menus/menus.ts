export const menuNames = ['top', 'side', 'footer'] as const
export type MenuName = (typeof menuNames)[number]

/** WordPress's names of link targets; a `link` has its own URL. */
export const itemKinds = ['page', 'post', 'category', 'product_cat', 'product', 'project', 'link'] as const
export type ItemKind = (typeof itemKinds)[number]

export type MenuItem = {
  readonly kind: ItemKind
  /** Id of an entry or term; 0 for a link. */
  readonly id: number
  /** Empty: the title of its target. */
  readonly label: string
  /** URL of a `link`; empty for a footer column without a link. */
  readonly href: string
  /** 0: top level; 1: child of the nearest 0 before it. */
  readonly depth: number
  /** Its id in the WordPress API, from its first save. */
  readonly number?: number | undefined
}

/** Menus as edited by the owner. */
export type Menus = Readonly<Record<MenuName, readonly MenuItem[]>> & {
  /** A page whose links replace the side menu; '' for none (SITE-11). */
  readonly side_url: string
}

export type NumberedItem = MenuItem & { readonly number: number }
export type NumberedMenus = Readonly<Record<MenuName, readonly NumberedItem[]>> &
  Pick<Menus, 'side_url'> & {
    /** The highest number that an item of the menu has had, so that deleted items keep theirs. */
    readonly lastNumbers: Readonly<Record<MenuName, number>>
  }

/** Menus may be stored before their first number was given. */
export type StoredMenus = Menus & Partial<Pick<NumberedMenus, 'lastNumbers'>>

export const MAX_NUMBER = 99_999

/** The number of a new item: above all that were given, or after the highest one the lowest that is free. */
export function nextNumber(last: number, used: ReadonlySet<number>): number {
  if (last < MAX_NUMBER) return last + 1
  let number = 1
  while (used.has(number)) number += 1
  return number
}

/** The numbers of a menu's items. */
export const numbersOf = (items: readonly MenuItem[]): ReadonlySet<number> =>
  new Set(items.flatMap(({ number }) => number ?? []))

/** Items keep the numbers that they have `before`. All others, also copies of an item, get new ones. */
export function numbered(menus: StoredMenus, before: StoredMenus = menus): NumberedMenus {
  const lastNumbers = { top: 0, side: 0, footer: 0 }
  const withNumbers = (name: MenuName): readonly NumberedItem[] => {
    const known = numbersOf(before[name])
    const used = new Set<number>()
    let last = Math.max(before.lastNumbers?.[name] ?? 0, ...known)
    const items = menus[name].map((item) => {
      const hasOwnNumber = item.number !== undefined && known.has(item.number) && !used.has(item.number)
      const number = hasOwnNumber ? item.number : nextNumber(last, new Set([...known, ...used]))
      last = Math.max(last, number)
      used.add(number)
      return { ...item, number }
    })
    lastNumbers[name] = last
    return items
  }
  const { side_url } = menus
  return { top: withNumbers('top'), side: withNumbers('side'), footer: withNumbers('footer'), side_url, lastNumbers }
}

/** Limits the size of pages. */
export const MAX_ITEMS = 100
export const MAX_LABEL = 100

export type MenuLink = { readonly label: string; readonly href: string; readonly children: readonly MenuLink[] }

/** Menus with resolved links. */
export type ResolvedMenus = Readonly<Record<MenuName, readonly MenuLink[]>> & { readonly sideUrl: string }

export type Target = { readonly title: string; readonly href: string }

/** By `targetKey`; only public ones. */
export type Targets = ReadonlyMap<string, Target>
export const targetKey = ({ kind, id }: { readonly kind: string; readonly id: number }): string => `${kind}:${id}`

/** The target of an item; null if it is not public or was deleted. */
export const targetOf = (item: MenuItem, targets: Targets): Target | null =>
  item.kind === 'link' ? { title: item.label, href: item.href } : (targets.get(targetKey(item)) ?? null)

/** Items without a public target or a name are left out; their children move up. */
function linksOf(items: readonly MenuItem[], targets: Targets): readonly MenuLink[] {
  const links: { label: string; href: string; children: MenuLink[] }[] = []
  let parent: MenuLink[] | null = null
  for (const item of items) {
    const target = targetOf(item, targets)
    if (item.depth === 0) parent = null
    const label = item.label || target?.title
    if (!target || !label) continue
    const link = { label, href: target.href, children: [] }
    if (item.depth === 0) parent = link.children
    const siblings = item.depth > 0 && parent ? parent : links
    siblings.push(link)
  }
  return links
}

/** Menus with current names and URLs. */
export const resolveMenus = (menus: Menus, targets: Targets): ResolvedMenus => ({
  top: linksOf(menus.top, targets),
  side: linksOf(menus.side, targets),
  footer: linksOf(menus.footer, targets),
  sideUrl: menus.side_url,
})
