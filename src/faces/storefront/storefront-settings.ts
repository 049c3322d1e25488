import { defaultHome, type HomeContent } from './home/home.ts'

/** Settings of header, footer and home page. */
export type StorefrontSettings = {
  readonly storeNotice: { readonly id: string; readonly text: string } | null
  readonly menu: readonly {
    readonly label: string
    readonly href: string
    readonly children?: readonly { readonly label: string; readonly href: string }[]
  }[]
  /** Highlights in the footer. */
  readonly footerHighlights: readonly { readonly title: string; readonly text: string; readonly href: string }[]
  /** Texts and pictures of the home page. */
  readonly home: HomeContent
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
  home: defaultHome,
}
