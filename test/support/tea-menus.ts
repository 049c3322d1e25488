import { hrefs, paths } from '../../src/platform/web/routes.ts'
import type { MenuItem, Menus } from '../../src/site/menus/menus.ts'

const link = (label: string, href: string, depth = 0): MenuItem => ({ kind: 'link', id: 0, label, href, depth })
const below = (label: string, href: string) => link(label, href, 1)

/** Menus of a tea shop, with the categories and pages of the reference shop. */
export const teaMenus: Menus = {
  top: [
    link('Tea', hrefs.category('tea')),
    below('Green', hrefs.category('green-tea')),
    below('White', hrefs.category('white-tea')),
    below('Yellow', hrefs.category('yellow-tea')),
    below('Oolong', hrefs.category('oolong')),
    below('Black', hrefs.category('black-tea')),
    below('Dark', hrefs.category('dark-tea')),
    link('Herbal', hrefs.category('herbal')),
    below('Tisanes', hrefs.category('herbal')),
    below('Remedies', hrefs.category('remedies')),
    link('Teaware', hrefs.category('teaware')),
    link('Gifts and samplers', hrefs.category('gifts')),
    link('Shop all', hrefs.shop()),
    link('Journal', hrefs.blog()),
  ],
  side: [],
  footer: [
    link('Shop', ''),
    below('Tea', hrefs.category('tea')),
    below('Tisanes', hrefs.category('herbal')),
    below('Remedies', hrefs.category('remedies')),
    below('Teaware', hrefs.category('teaware')),
    below('Gifts and samplers', hrefs.category('gifts')),
    below('Shop all', hrefs.shop()),
    link('Help', ''),
    below('Shipping and returns', hrefs.page('shipping-returns')),
    below('Questions and answers', hrefs.page('faq')),
    below('Contact', hrefs.page('contact')),
    below('My account', paths.account),
    link('About', ''),
    below('About us', hrefs.page('about')),
    below('Journal', hrefs.blog()),
    below('Terms', hrefs.page('terms')),
    below('Privacy', hrefs.page('privacy-policy')),
  ],
  side_url: '',
}
