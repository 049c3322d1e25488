import type { Picture } from '../../things/media/media.table.ts'

/** A picture in the home settings, with everything needed to render it. */
export type HomePicture = Pick<Picture, 'path' | 'width' | 'height' | 'alt'>

export type Link = { readonly label: string; readonly href: string }
export type MenuLink = Link & { readonly children?: readonly Link[] }

type Text = { readonly title: string; readonly text: string }

/** Content of the home page, from the setting `home`. Plain text. */
export type HomeContent = {
  readonly hero: Text & {
    /** Short text above the title, e.g. the season. */
    readonly eyebrow: string
    readonly picture: HomePicture | null
    /** The first is the main action. */
    readonly links: readonly Link[]
  }
  readonly categories: Text & {
    /** One tile each; tint and number of products come from the category. */
    readonly tiles: readonly { categorySlug: string; subtitle: string; picture: HomePicture | null }[]
  }
  /** The products by slug; featured products if empty. */
  readonly featured: Text & { readonly productSlugs: readonly string[] }
  readonly approach: Text & { readonly points: readonly Text[] }
  readonly journal: {
    readonly title: string
    /** Text beside the large picture; defaults to that of the first post. */
    readonly teaser: (Text & { readonly link: Link }) | null
    /** The first is shown large; the newest posts if empty. */
    readonly postSlugs: readonly string[]
  }
  readonly testimonials: {
    readonly title: string
    readonly items: readonly { readonly quote: string; readonly name: string; readonly location: string }[]
  }
}

/** Settings of header, footer and home page. */
export type StorefrontSettings = {
  readonly storeNotice: { readonly id: string; readonly text: string } | null
  readonly menu: readonly MenuLink[]
  readonly footerHighlights: readonly (Text & { readonly href: string })[]
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
  home: {
    hero: {
      eyebrow: 'Welcome',
      title: 'Tea, from the leaf to the table',
      text: 'Loose teas bought by season, described honestly and packed fresh.',
      picture: null,
      links: [
        { label: 'Look at the teas', href: '/shop/' },
        { label: 'Read the journal', href: '/blog/' },
      ],
    },
    categories: { title: 'Kinds of tea', text: 'One plant, and what people have made of it.', tiles: [] },
    featured: { title: 'On the table now', text: 'What we are drinking this season.', productSlugs: [] },
    approach: { title: 'How we choose', text: '', points: [] },
    journal: { title: 'From the journal', teaser: null, postSlugs: [] },
    testimonials: { title: 'From our customers', items: [] },
  },
}
