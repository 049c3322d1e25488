export type Link = { readonly label: string; readonly href: string }
export type MenuLink = Link & { readonly children?: readonly Link[] }

type Text = { readonly title: string; readonly text: string }

/** What the shop promises about dispatch and returns, as product pages say it. Plain text. */
export type Policies = {
  /** Days in which goods may be returned; 0: no returns. Search engines are told, too. */
  readonly returnDays: number
  /** A sentence about returns; '' for none. */
  readonly returns: string
  /** Where goods in stock are, after 'In stock, '; '' for nothing. */
  readonly inStock: string
  /** About tea that is packed in the size that the shopper chooses. */
  readonly madeToOrder: string
  /** About other goods with variations. */
  readonly onShelf: string
}

/** A path of the shop, a place on the page, or an address of another site; never a script. */
export const linkPattern = /^(?:\/(?!\/)|#|https:\/\/|mailto:|tel:)\S*$/

export const MAX_HIGHLIGHTS = 6

/** Settings of header and footer. */
export type StorefrontSettings = {
  readonly policies: Policies
  readonly storeNotice: { readonly id: string; readonly text: string } | null
  readonly menu: readonly MenuLink[]
  readonly footerHighlights: readonly (Text & { readonly href: string })[]
}

export const storefrontDefaults: StorefrontSettings = {
  storeNotice: null,
  policies: {
    returnDays: 30,
    returns: 'Thirty days to change your mind.',
    inStock: '',
    madeToOrder: 'Packed to order, in the size you choose',
    onShelf: 'On our shelves',
  },
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
