/** The demo shop's menus; pages and categories of products are named by their slugs. */
export type SeedMenuItem = {
  readonly kind: 'page' | 'product_cat' | 'link'
  /** Slug of a page or category; address of a link. */
  readonly to: string
  readonly label: string
  readonly depth: 0 | 1
}

const item = (kind: SeedMenuItem['kind'], to: string, label = '', depth: 0 | 1 = 0): SeedMenuItem => ({
  kind,
  to,
  label,
  depth,
})
const inner = (one: SeedMenuItem): SeedMenuItem => ({ ...one, depth: 1 })
const teas = (slug: string, label = '') => item('product_cat', slug, label)
const page = (slug: string, label = '') => item('page', slug, label)
const link = (label: string, to: string) => item('link', to, label)

export const menus: Readonly<Record<'top' | 'side' | 'footer', readonly SeedMenuItem[]>> = {
  top: [
    teas('tea', 'Tea'),
    ...[
      teas('green-tea', 'Green'),
      teas('white-tea', 'White'),
      teas('yellow-tea', 'Yellow'),
      teas('oolong', 'Oolong'),
      teas('black-tea', 'Black'),
      teas('dark-tea', 'Dark'),
      link('Shop all', '/shop/'),
    ].map(inner),
    teas('herbal', 'Herbal'),
    ...[teas('herbal', 'Tisanes'), teas('remedies', 'Remedies')].map(inner),
    teas('teaware', 'Teaware'),
    teas('gifts', 'Gifts'),
    link('Journal', '/blog/'),
    link('Tea houses', '/portfolio/'),
  ],
  // The shop's own header shows all of the top menu; a side menu would stand behind a button beside it.
  side: [],
  footer: [
    link('Shop', ''),
    ...[
      teas('tea', 'Tea'),
      teas('herbal', 'Tisanes'),
      teas('remedies', 'Remedies'),
      teas('teaware', 'Teaware'),
      teas('gifts', 'Gifts and samplers'),
      link('Shop all', '/shop/'),
    ].map(inner),
    link('Help', ''),
    ...[
      page('shipping-returns'),
      page('faq'),
      page('tea-guide'),
      page('contact'),
      link('My account', '/my-account/'),
    ].map(inner),
    link('About', ''),
    ...[
      page('about'),
      link('Journal', '/blog/'),
      link('Tea houses', '/portfolio/'),
      page('terms', 'Terms'),
      page('privacy-policy', 'Privacy'),
    ].map(inner),
  ],
}
