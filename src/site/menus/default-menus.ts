import { hrefs, paths } from '../../platform/web/routes.ts'
import type { MenuItem, Menus } from './menus.ts'

const link = (label: string, href: string, depth = 0): MenuItem => ({ kind: 'link', id: 0, label, href, depth })
const below = (label: string, href: string) => link(label, href, 1)

/** Menus until the owner edits them: only links to what every shop has, so that none of a new shop leads nowhere. */
export const defaultMenus: Menus = {
  top: [link('Shop all', hrefs.shop()), link('Journal', hrefs.blog())],
  side: [],
  footer: [
    link('Shop', ''),
    below('Shop all', hrefs.shop()),
    link('Help', ''),
    below('My account', paths.account),
    link('About', ''),
    below('Journal', hrefs.blog()),
  ],
  side_url: '',
}
