export const menuNames = ['top', 'side', 'footer'] as const
export type MenuName = (typeof menuNames)[number]

/** WordPress's names of what an item leads to; a `link` has an address of its own. */
export const itemKinds = ['page', 'post', 'category', 'product_cat', 'product', 'project', 'link'] as const
export type ItemKind = (typeof itemKinds)[number]

export type MenuItem = {
  readonly kind: ItemKind
  /** Id of an entry or term; 0 for a link. */
  readonly id: number
  /** Empty: the title of what it leads to. */
  readonly label: string
  /** URL of a link; empty for a footer column that is only a title. */
  readonly href: string
  /** 1 is below the nearest 0 before it. */
  readonly depth: number
  /** Its number in its menu, once a program has asked for it by one. */
  readonly number?: number | undefined
}

/** Menus as the owner arranged them. */
export type Menus = Readonly<Record<MenuName, readonly MenuItem[]>> & {
  /** A page whose links replace the side menu; empty for none (SITE-11). */
  readonly side_url: string
}

/** Above this, an owner arranges another site; a bound against slow pages. */
export const MAX_ITEMS = 100
export const MAX_LABEL = 100

export type MenuLink = { readonly label: string; readonly href: string; readonly children: readonly MenuLink[] }

/** Menus as pages show them. */
export type ResolvedMenus = Readonly<Record<MenuName, readonly MenuLink[]>> & { readonly sideUrl: string }

/** The shown name and address of what an item leads to. */
export type Target = { readonly title: string; readonly href: string }

/** Targets by `targetKey`; only what everybody may open. */
export type Targets = ReadonlyMap<string, Target>
export const targetKey = ({ kind, id }: { readonly kind: string; readonly id: number }): string => `${kind}:${id}`

/** What an item leads to; null if that is not public, or not there any more. */
export const targetOf = (item: MenuItem, targets: Targets): Target | null =>
  item.kind === 'link' ? { title: item.label, href: item.href } : (targets.get(targetKey(item)) ?? null)

/** Items without a public target or a name vanish; what was below them moves up. */
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

/** Menus with the names and addresses of today. */
export const resolveMenus = (menus: Menus, targets: Targets): ResolvedMenus => ({
  top: linksOf(menus.top, targets),
  side: linksOf(menus.side, targets),
  footer: linksOf(menus.footer, targets),
  sideUrl: menus.side_url,
})
