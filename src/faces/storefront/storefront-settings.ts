export type Link = { readonly label: string; readonly href: string }
export type MenuLink = Link & { readonly children?: readonly Link[] }

type Text = { readonly title: string; readonly text: string }

/** Settings of header and footer. */
export type StorefrontSettings = {
  readonly storeNotice: { readonly id: string; readonly text: string } | null
  readonly menu: readonly MenuLink[]
  readonly footerHighlights: readonly (Text & { readonly href: string })[]
}

export const storefrontDefaults: StorefrontSettings = {
  storeNotice: null,
  menu: [
    {
      label: 'Tea',
      href: '/product-category/tea/',
      children: [
        { label: 'Green', href: '/product-category/green-tea/' },
        { label: 'White', href: '/product-category/white-tea/' },
        { label: 'Yellow', href: '/product-category/yellow-tea/' },
        { label: 'Oolong', href: '/product-category/oolong/' },
        { label: 'Black', href: '/product-category/black-tea/' },
        { label: 'Dark', href: '/product-category/dark-tea/' },
      ],
    },
    {
      label: 'Herbal',
      href: '/product-category/herbal/',
      children: [
        { label: 'Tisanes', href: '/product-category/herbal/' },
        { label: 'Remedies', href: '/product-category/remedies/' },
      ],
    },
    { label: 'Teaware', href: '/product-category/teaware/' },
    { label: 'Gifts and samplers', href: '/product-category/gifts/' },
    { label: 'Shop all', href: '/shop/' },
    { label: 'Journal', href: '/blog/' },
  ],
  footerHighlights: [],
}
