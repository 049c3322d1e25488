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
export type NumberedMenus = Readonly<Record<MenuName, readonly NumberedItem[]>> & Pick<Menus, 'side_url'>

/** Items without a number get one above all others of their menu, also of those `before`; others keep theirs. */
export function numbered(menus: Menus, before: Menus = menus): NumberedMenus {
  const withNumbers = (name: MenuName): readonly NumberedItem[] => {
    let last = Math.max(0, ...[...menus[name], ...before[name]].map(({ number = 0 }) => number))
    const used = new Set<number>()
    return menus[name].map((item) => {
      // A copy of an item is another item.
      const number = item.number === undefined || used.has(item.number) ? ++last : item.number
      used.add(number)
      return { ...item, number }
    })
  }
  const { side_url } = menus
  return { top: withNumbers('top'), side: withNumbers('side'), footer: withNumbers('footer'), side_url }
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
