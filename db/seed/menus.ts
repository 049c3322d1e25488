import { defaultMenus } from '../../src/site/menus/default-menus.ts'
import type { MenuItem, Menus } from '../../src/site/menus/menus.ts'

const link = (label: string, href: string, depth: number): MenuItem => ({ kind: 'link', id: 0, label, href, depth })
const after = (items: readonly MenuItem[], label: string, added: readonly MenuItem[]): MenuItem[] =>
  items.flatMap((item) => (item.label === label ? [item, ...added] : [item]))

const guides = [link('The tea guide', '/tea-guide/', 1), link('Tea houses', '/portfolio/', 1)]

/** The menus of the demo shop: the usual ones, with its guide and its tea houses. */
export const demoMenus: Menus = {
  ...defaultMenus,
  footer: after(defaultMenus.footer, 'About us', guides),
}
